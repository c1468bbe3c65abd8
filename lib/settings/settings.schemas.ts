import { z } from 'zod'

const MAX_NAMES = 200
/** Email texts are the longest values; each area has its own limits. */
const MAX_TEXT = 20_000

const value = z.union(
  [
    z.string().max(MAX_TEXT, { error: 'too_long' }),
    z.number(),
    z.boolean(),
    z.array(z.string().max(200, { error: 'too_long' })).max(100, { error: 'too_many' }),
    z
      .record(z.string().max(100), z.string().max(MAX_TEXT, { error: 'too_long' }))
      .describe('For an email text: subject, body, and button'),
    z.null(),
  ],
  { error: 'invalid_type' },
)

/** Some values of an area; null removes the stored one. */
export const changeSettingsBody = z
  .strictObject({
    values: z
      .record(z.string().max(100, { error: 'too_long' }), value)
      .refine((values) => Object.keys(values).length <= MAX_NAMES, { error: 'too_many' }),
  })
  .meta({ examples: [{ values: { max_login_attempts: 5, lockout_duration: null } }] })

export const testSettingsBody = z.strictObject({
  /** For the area `mail-texts`: the text to test, such as `verify_email.en`. */
  name: z.string().max(100, { error: 'too_long' }).optional(),
  to: z.string().trim().min(1, { error: 'required' }).max(320, { error: 'too_long' }).optional(),
})
