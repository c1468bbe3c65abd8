import { z } from 'zod'
import { knownEmailField } from '@/lib/accounts/user-fields'

const required = z.string({ error: 'required' }).min(1, { error: 'required' })

export const emailCodeBody = z.object({
  email: knownEmailField,
  botcheck_token: z.string().max(4096, { error: 'too_long' }).optional(),
})

const code = required.max(32, { error: 'too_long' }).meta({ examples: ['123456'] })

export const enterEmailCodeBody = z.object({ code })

export const verifyEmailCodeBody = z.object({
  challenge_id: required
    .max(200, { error: 'too_long' })
    .meta({ examples: ['Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw'] })
    .describe('From POST /auth/email-code'),
  code: code.describe('The six digits; spaces and hyphens are ignored'),
})

export const emailCodeLinkBody = z.object({ token: required.max(200, { error: 'too_long' }) })
