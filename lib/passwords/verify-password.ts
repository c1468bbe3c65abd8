import { settings } from '@/lib/config/settings'
import * as argon2 from '@/lib/passwords/argon2-hash'
import * as bcrypt from '@/lib/passwords/bcrypt-hash'
import { canonicalPassword } from '@/lib/passwords/canonical-password'
import { equalBytes } from '@/lib/platform/crypto'

/**
 * Whether `password` is the one behind `hash` (Argon2 or bcrypt, whatever is configured), and whether that hash should be
 * replaced because new ones are made differently; `outdated` is only ever true with `matches`, so that a wrong password
 * upgrades nothing. Null (nobody has that e-mail, no password is set) and what cannot be read cost the same as a
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
    if (argon2.isReadableArgon2(hash)) {
      const matches = await argon2.matchesArgon2(canonical, hash)
      return { matches, outdated: matches && (bcryptConfigured || !argon2.isCurrentArgon2(hash)) }
    }
    if (bcrypt.isReadableBcrypt(hash)) {
      const matches = await bcrypt.matchesBcrypt(canonical, hash)
      return { matches, outdated: matches && (!bcryptConfigured || !bcrypt.isCurrentBcrypt(hash)) }
    }
  }
  if (bcryptConfigured) await bcrypt.matchesBcrypt(canonical ?? '', bcrypt.dummyBcrypt())
  else await argon2.matchesArgon2(canonical ?? '', argon2.dummyArgon2())
  return { matches: false, outdated: false }
}

/**
 * Whether `password` is the one behind any of these hashes, for the price of one hash: they were made here and share parameters and
 * salt. Those that do not share the first one's (made before a secret or AUTH_PASSWORD_HASH was changed) never match. Throws
 * RefusedError (`overloaded`) when too many wait.
 */
export async function matchesAnyPassword(
  password: string,
  hashes: readonly [string, ...string[]],
): Promise<boolean> {
  const canonical = canonicalPassword(password)
  const [first] = hashes
  const rehash = argon2.isReadableArgon2(first) ? argon2.rehashWithArgon2 : bcrypt.rehashWithBcrypt
  const made = Buffer.from(await rehash(canonical ?? '', first))
  return canonical !== null && hashes.some((hash) => equalBytes(Buffer.from(hash), made))
}
