import { fieldError } from '@/lib/platform/field-errors'
import type { Refusal } from '@/lib/platform/problems'

/**
 * Shows an incorrect password at its field. Only for forms of signed-in users: unlike at sign-in,
 * naming the wrong field reveals nothing.
 */
export function atPasswordField(refusal: Refusal, field = 'password'): Refusal {
  if (refusal.code !== 'invalid_credentials') return refusal
  return { ...refusal, errors: [fieldError([field], 'wrong_password')] }
}
