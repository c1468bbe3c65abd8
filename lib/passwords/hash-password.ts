import { settings } from '@/lib/config/settings'
import { hashWithArgon2 } from '@/lib/passwords/argon2-hash'
import { hashWithBcrypt } from '@/lib/passwords/bcrypt-hash'
import { canonicalPassword } from '@/lib/passwords/canonical-password'

/**
 * Hashes a password that passed the policy, with the algorithm of AUTH_PASSWORD_HASH: a PHC string or a bcrypt hash. It is
 * hashed as typed except for Unicode normalization (NFC), because keyboards differ in how they compose a letter. The salt is
 * fresh unless one of 16 bytes is given. Throws RefusedError (`overloaded`) when too many wait.
 */
export async function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  const canonical = canonicalPassword(password)
  if (canonical === null) throw new Error('this password cannot be hashed: it did not pass the policy')
  return settings().passwords.hash === 'bcrypt'
    ? hashWithBcrypt(canonical, salt)
    : hashWithArgon2(canonical, salt)
}
