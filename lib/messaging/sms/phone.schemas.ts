import { z } from 'zod'

/** More than a number has, however it is written. */
const PHONE_LENGTH = 32
/** A code, with the blanks that people type into it. */
const CODE_LENGTH = 16

export const phoneBody = z.object({
  phone: z
    .string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid_type') })
    .max(PHONE_LENGTH, { error: 'invalid_phone' })
    .describe('In international format, such as +12025550123'),
})

export const phoneCodeBody = z.object({
  code: z
    .string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid_type') })
    .max(CODE_LENGTH, { error: 'wrong_code' }),
})
