import { findPasswordFaults } from '@/lib/passwords/password-policy'
import { refuse, type Refusal } from '@/lib/platform/problems'

/** A refusal that says why a new password is not good enough, or null when it is. `pointer` names the field. */
export function refuseWeakPassword(
  password: string,
  about: { email: string | null; pointer: string },
): Refusal | null {
  const errors = findPasswordFaults(password, about)
  return errors.length > 0 ? refuse('password_too_weak', { errors }) : null
}
