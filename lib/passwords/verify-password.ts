import { settings } from '@/lib/config/settings'
import { dummyArgon2, isCurrentArgon2, isReadableArgon2, matchesArgon2 } from '@/lib/passwords/argon2-hash'
import { dummyBcrypt, isCurrentBcrypt, isReadableBcrypt, matchesBcrypt } from '@/lib/passwords/bcrypt-hash'
import { canonicalPassword } from '@/lib/passwords/canonical-password'

/**
 * Whether `password` is the one behind `hash` (Argon2 or bcrypt, whatever is configured), and whether that hash should be
 * replaced because new ones are made differently; `outdated` is only ever true with `matches`, so that a wrong password
 * upgrades nothing. Null (nobody has that e-mail, no password is set) and what can not be read cost the same as a
 * hash made here and never match: the time must not tell whether an account exists. (A foreign hash that costs more, as
 * bcrypt does, shows until its first sign-in replaces it.) Throws RefusedError (`overloaded`) when too many wait.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
): Promise<{ matches: boolean; outdated: boolean }> {
  const canonical = canonicalPassword(password)
  const bcryptConfigured = settings().passwords.hash === 'bcrypt'
  if (canonical !== null && hash !== null) {
    if (isReadableArgon2(hash)) {
      const matches = await matchesArgon2(canonical, hash)
      return { matches, outdated: matches && (bcryptConfigured || !isCurrentArgon2(hash)) }
    }
    if (isReadableBcrypt(hash)) {
      const matches = await matchesBcrypt(canonical, hash)
      return { matches, outdated: matches && (!bcryptConfigured || !isCurrentBcrypt(hash)) }
    }
  }
  if (bcryptConfigured) await matchesBcrypt(canonical ?? '', dummyBcrypt())
  else await matchesArgon2(canonical ?? '', dummyArgon2())
  return { matches: false, outdated: false }
}
