import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import * as argon2 from '@/lib/identity/passwords/argon2-hash'
import { argon2Queue, hashWithArgon2, isReadableArgon2 } from '@/lib/identity/passwords/argon2-hash'
import * as bcrypt from '@/lib/identity/passwords/bcrypt-hash'
import { bcryptQueue, hashWithBcrypt, isReadableBcrypt } from '@/lib/identity/passwords/bcrypt-hash'
import { isReadableImportedHash, matchesImportedHash } from '@/lib/identity/passwords/imported-hash'
import { equalBytes } from '@/lib/platform/crypto'
import { overloaded } from '@/lib/platform/work-queue'

/**
 * More UTF-16 units than any password of 128 code points needs in any normal form. Normalization is
 * not linear for hostile input, so the length is checked first.
 */
const MAX_UNITS = 1024

/**
 * Characters that would make different passwords the same: bcrypt stops at a NUL (`a` and `a\0a`),
 * and UTF-8 can't encode lone surrogates.
 */
export const AMBIGUOUS = /\0|\p{Surrogate}/u

/**
 * The form in which a password is measured, hashed and compared: Unicode NFC (RFC 8265 §4.2),
 * otherwise exactly as typed, spaces included. Null for what can't be a password: more than 1024
 * UTF-16 units, or ambiguous characters.
 */
export function canonicalPassword(password: string): string | null {
  if (password.length > MAX_UNITS) return null
  if (AMBIGUOUS.test(password)) return null
  return password.normalize('NFC')
}

/**
 * Hashes a password that passed the policy with the algorithm of AUTH_PASSWORD_HASH, to a PHC
 * string or a bcrypt hash. Hashed as typed except for Unicode normalization (NFC), because
 * keyboards differ in how they compose a letter. The salt is random unless one of 16 bytes is
 * given. Throws RefusedError (`overloaded`) when too many are waiting.
 */
export async function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  const canonical = canonicalPassword(password)
  if (canonical === null)
    throw new Error('this password cannot be hashed: it did not pass the policy')
  return settings().passwords.hash === 'bcrypt'
    ? hashWithBcrypt(canonical, salt)
    : hashWithArgon2(canonical, salt)
}

/**
 * Whether `password` matches `hash` (of any kind that can be imported, whatever is configured), and
 * whether that hash should be replaced because new ones use other parameters. `outdated` is only
 * ever true together with `matches`, so that an incorrect password upgrades nothing. Null (unknown
 * email, no password set) and unreadable hashes cost the same as a hash made here and never match,
 * so that timing doesn't reveal whether an account exists. (An imported hash that costs more, as
 * bcrypt does, is noticeable until its first sign-in replaces it.) Throws RefusedError
 * (`overloaded`) when too many are waiting.
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
    if (isReadableImportedHash(hash)) {
      const matches = await matchesImportedHash(canonical, hash)
      return { matches, outdated: matches }
    }
  }
  if (bcryptConfigured) await bcrypt.matchesBcrypt(canonical ?? '', bcrypt.dummyBcrypt())
  else await argon2.matchesArgon2(canonical ?? '', argon2.dummyArgon2())
  return { matches: false, outdated: false }
}

/**
 * Whether `password` matches any of these hashes, at the cost of one hash: they were made
 * here and share parameters and salt. Hashes that don't share the first one's (made before a secret
 * or AUTH_PASSWORD_HASH was changed) never match. Throws RefusedError (`overloaded`) when too many
 * are waiting.
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

/**
 * PHC string of Argon2id, version 1.3, without the optional key id and data: salt of 8 to 64 bytes,
 * digest of 16 to 64.
 */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d{0,2}),p=([1-9]\d{0,1})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
const BCRYPT = /^\$2[aby]\$(\d\d)\$/
const MAX_LANES = 16
/**
 * KiB times passes: about a second on one core. Each factor may be acceptable while their product
 * is not.
 */
const MAX_WORK_KIB = 1_048_576
/** Cost 14 takes about a second in JavaScript. */
const MAX_BCRYPT_COST = 14

/**
 * Whether a hash made elsewhere may be imported: bcrypt (`$2a$`, `$2b$`, `$2y$`), Argon2id in PHC
 * form, PBKDF2 or Firebase's scrypt (imported-hash.ts), at a cost acceptable for a sign-in. A hash
 * that takes a minute would let one user block everyone else from signing in. Anything else,
 * including a plaintext password, is not importable.
 */
export function isImportableHash(text: string): boolean {
  const bcrypt = BCRYPT.exec(text)
  if (bcrypt) return Number(bcrypt[1]) <= MAX_BCRYPT_COST && isReadableBcrypt(text)
  const argon2 = ARGON2ID.exec(text)
  if (!argon2) return isReadableImportedHash(text)
  const [memory, passes, lanes] = argon2.slice(1).map(Number) as [number, number, number]
  return (
    lanes <= MAX_LANES &&
    memory >= 8 * lanes &&
    memory * passes <= MAX_WORK_KIB &&
    isReadableArgon2(text)
  )
}

/**
 * The capacity of the hash queue. Any more could only wait to be refused there, each costing
 * statements on the way.
 */
const MAX_UNDER_WAY = 128

/**
 * Admits a request that will verify or hash a password, before it costs anything. Throws
 * RefusedError (`overloaded`) at once when too many are in progress in this process, or more than
 * can be served in time.
 */
export async function admitPasswordWork<T>(work: () => Promise<T>): Promise<T> {
  const gate = processSingleton('password-work', () => ({ underWay: 0 }))
  const queue = settings().passwords.hash === 'bcrypt' ? bcryptQueue() : argon2Queue()
  if (gate.underWay >= MAX_UNDER_WAY || !queue.isWorthWaiting(gate.underWay)) throw overloaded()
  gate.underWay++
  try {
    return await work()
  } finally {
    gate.underWay--
  }
}
