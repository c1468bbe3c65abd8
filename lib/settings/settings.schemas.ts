import { z } from 'zod'

const MAX_NAMES = 200
/** Mail texts are the longest values there are; each area has limits of its own. */
const MAX_TEXT = 20_000

const value = z.union(
  [
    z.string().max(MAX_TEXT, { error: 'too_long' }),
    z.number(),
    z.boolean(),
    z.array(z.string().max(200, { error: 'too_long' })).max(100, { error: 'too_many' }),
    z
      .record(z.string().max(100), z.string().max(MAX_TEXT, { error: 'too_long' }))
      .describe('For an email text: subject, body and button'),
    z.null(),
  ],
  { error: 'invalid_type' },
)

/**
 * A record leaves `__proto__` out without a word; here it is a name like any other, and none that
 * is known.
 */
const withoutProto = (values: unknown) =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, '__proto__')
    ? undefined
    : values

/** A part of the values of an area; null removes what is stored. */
export const changeSettingsBody = z
  .strictObject({
    values: z.preprocess(
      withoutProto,
      z
        .record(z.string().max(100, { error: 'too_long' }), value)
        .refine((values) => Object.keys(values).length <= MAX_NAMES, { error: 'too_many' }),
    ),
  })
  .meta({ examples: [{ values: { max_login_attempts: 5, lockout_duration: null } }] })

export const testSettingsBody = z
  .strictObject({
    /** Of the area `mail-texts`: which one, such as `verify_email.en`. */
    name: z.string().max(100, { error: 'too_long' }).optional(),
    to: z.string().trim().min(1, { error: 'required' }).max(320, { error: 'too_long' }).optional(),
  })
  .meta({ examples: [{ to: 'ada@example.com' }] })
