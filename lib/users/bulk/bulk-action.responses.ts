import { z } from 'zod'
import { instant } from '@/lib/platform/instant'
import { USER_KINDS, USER_STATUSES } from '@/lib/platform/user-statuses'
import { BULK_KINDS, BULK_OUTCOMES, BULK_REFUSALS } from '@/lib/users/bulk/bulk-kinds'

const count = z.int()

/** A bulk action and its progress. */
export const bulkActionResponse = z
  .strictObject({
    id: z.uuid(),
    status: z
      .enum(['draft', 'queued', 'running', 'completed', 'stopped'])
      .meta({ examples: ['completed'] }),
    stopped_because: z.string().nullable(),
    action: z.enum(BULK_KINDS),
    roles: z.array(z.string()).meta({ examples: [[]] }),
    filter: z
      .strictObject({
        query: z.string().optional(),
        status: z.enum(USER_STATUSES).optional(),
        role: z.string().optional(),
        kind: z.enum(USER_KINDS).optional(),
      })
      .nullable()
      .meta({ examples: [{ status: 'pending' }] })
      .describe('The filter that selected the users; null if they were selected by ID'),
    total: count,
    processed: count,
    changed: count,
    unchanged: count.describe('Users already in the requested state'),
    refused: count,
    preview: z
      .strictObject({
        changed: count,
        unchanged: count,
        refused: count,
        refusals: z.array(z.strictObject({ code: z.enum(BULK_REFUSALS), count })),
      })
      .nullable()
      .meta({ examples: [null] })
      .describe('What the draft would do if it ran now; null after it has run'),
    created_by: z.uuid(),
    created_at: instant,
    finished_at: instant.nullable(),
  })
  .meta({ id: 'BulkAction' })

/** A selected user and the outcome for them. */
export const bulkUserResponse = z
  .strictObject({
    user_id: z.uuid(),
    outcome: z.enum(BULK_OUTCOMES).meta({ examples: ['changed'] }),
    code: z
      .string()
      .nullable()
      .meta({ examples: [null] })
      .describe('Problem code of the refusal; null otherwise'),
  })
  .meta({ id: 'BulkActionUser' })
