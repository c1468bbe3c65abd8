import { z } from 'zod'
import { emailField } from '@/lib/users/email'

/** Asked for where the account has a password; without one the sign-in must be recent. */
const password = z.string().min(1, { error: 'required' }).optional()

export const emailChangeBody = z.object({ new_email: emailField, password })

export const deleteAccountBody = z.object({ password })

export const confirmEmailBody = z.object({
  token: z.string({ error: 'required' }).min(1, { error: 'required' }),
})
