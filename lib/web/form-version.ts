import { z } from 'zod'

/**
 * The version of the object that a form was rendered from: a counter, or when it was last changed in
 * milliseconds since 1970. A form without it is not ours.
 */
export const formVersion = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'invalid' })
  .transform(Number)
