import { z } from 'zod'
import { completeListOf } from '@/lib/platform/complete-list'
import { instant } from '@/lib/platform/instant'
import { PROFILE_AUDIENCES, PROFILE_FIELD_TYPES } from '@/lib/profile-fields/profile-field.schemas'

/** A field as administrators see it. */
export const profileFieldResponse = z
  .strictObject({
    key: z.string().meta({ examples: ['department'] }),
    type: z.enum(PROFILE_FIELD_TYPES).meta({ examples: ['choice'] }),
    label: z.strictObject({
      en: z.string().meta({ examples: ['Department'] }),
      tr: z.string().meta({ examples: ['Bölüm'] }),
    }),
    max_length: z.int().nullable(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    options: z.array(z.string()).meta({ examples: [['Sales', 'Support']] }),
    required: z.boolean(),
    readable_by: z.enum(PROFILE_AUDIENCES),
    writable_by: z.enum(PROFILE_AUDIENCES),
    position: z.int(),
    created_at: instant,
    updated_at: instant,
    version: z.int().describe('Increases with every change; the ETag is this number in quotes'),
  })
  .meta({ id: 'ProfileField' })

export const profileFieldListResponse = completeListOf(profileFieldResponse).meta({
  id: 'ProfileFieldList',
})

export type PresentedProfileField = z.output<typeof profileFieldResponse>

/** The values of profile fields by key; fields without a value are left out. */
export const profileValuesResponse = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .describe('Values of profile fields that you may read, by key')
  .meta({ examples: [{ department: 'Sales' }] })
