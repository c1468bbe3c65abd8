import { z } from 'zod'

/** Longer than any number, however it is formatted. */
const PHONE_LENGTH = 32
/** A code, including spaces as typed. */
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
