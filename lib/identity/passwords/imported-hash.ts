import { argon2Queue } from '@/lib/identity/passwords/argon2-hash'
import { type DerivedKey, runHashTask } from '@/lib/identity/passwords/hash-thread'

/**
 * Hashes that other services make and that this one only verifies: PBKDF2 (of Keycloak,
 * Django, or passlib) and the modified scrypt of Firebase. The first sign-in replaces them.
 */

/**
 * The PHC form (`$pbkdf2-sha256$i=600000$salt$digest`, optionally with `,l=32`) and passlib's
 * (`$pbkdf2-sha256$600000$salt$digest`).
 */
const PBKDF2 =
  /^\$pbkdf2-(sha1|sha256|sha512)\$(?:i=)?([1-9]\d{0,6})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]{1,172}={0,2})\$([A-Za-z0-9+/.]{22,172}={0,2})$/

/** Django's form. The salt is text, not Base64. */
const DJANGO =
  /^pbkdf2_(sha1|sha256)\$([1-9]\d{0,6})\$([!-#%-~]{1,128})\$([A-Za-z0-9+/]{22,172}={0,2})$/

/**
 * `$firebase-scrypt$r=8,m=14,ss=Bw==,sk=signer_key$salt$password_hash`, with the project's
 * parameters under the names of Firebase's console, and the form that Supabase stores
 * (`$fbscrypt$v=1,n=14,r=8,p=1,ss=…,sk=…$salt$hash`).
 */
const FIREBASE =
  /^\$(?:firebase-scrypt\$r=(?<r1>\d{1,2}),m=(?<m1>\d{1,2})|fbscrypt\$v=1,n=(?<m2>\d{1,2}),r=(?<r2>\d{1,2}),p=1),ss=(?<separator>[A-Za-z0-9+/_-]{0,64}={0,2}),sk=(?<signerKey>[A-Za-z0-9+/_-]{22,172}={0,2})\$(?<salt>[A-Za-z0-9+/_-]{1,172}={0,2})\$(?<digest>[A-Za-z0-9+/_-]{22,172}={0,2})$/

const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 }
const MIN_DIGEST_BYTES = 16
const MAX_DIGEST_BYTES = 128
/** Rounds over all blocks of the digest: about a second on one core. */
const MAX_PBKDF2_ROUNDS = 2_000_000
/** N times r: 128 MiB, and less than a second on one core. Firebase uses an eighth of it. */
const MAX_SCRYPT_WORK = 2 ** 20

/**
 * Whether `text` is a hash of these kinds that can be verified at a cost acceptable for a sign-in.
 */
export function isReadableImportedHash(text: string): boolean {
  return readImportedHash(text) !== null
}

/**
 * Whether `password` matches `hash`, which must be readable. Throws RefusedError
 * (`overloaded`).
 */
export async function matchesImportedHash(password: string, hash: string): Promise<boolean> {
  const key = readImportedHash(hash)
  if (!key) throw new Error('this hash cannot be verified')
  return (
    (await argon2Queue().run(() => runHashTask({ kind: 'derived-verify', password, key }))) === true
  )
}

function readImportedHash(text: string): DerivedKey | null {
  const key = readPbkdf2(text) ?? readFirebase(text)
  if (!key) return null
  const size = key.digest.length
  return size >= MIN_DIGEST_BYTES && size <= MAX_DIGEST_BYTES ? key : null
}

function readPbkdf2(text: string): DerivedKey | null {
  const django = DJANGO.exec(text)
  const match = django ?? PBKDF2.exec(text)
  if (!match) return null
  const algorithm = match[1] as keyof typeof DIGEST_BYTES
  const iterations = Number(match[2])
  const salt = django ? new TextEncoder().encode(match[3]) : pbkdf2Bytes(match[3]!)
  const digest = pbkdf2Bytes(match[4]!)
  const blocks = Math.ceil(digest.length / DIGEST_BYTES[algorithm])
  if (iterations * blocks > MAX_PBKDF2_ROUNDS) return null
  return { kind: 'pbkdf2', algorithm, iterations, salt, digest }
}

/** Base64, also passlib's, which has a dot for a plus. */
const pbkdf2Bytes = (text: string) => bytesOf(text.replaceAll('.', '+'))

function readFirebase(text: string): DerivedKey | null {
  const parts = FIREBASE.exec(text)?.groups
  if (!parts) return null
  const blockSize = Number(parts.r1 ?? parts.r2)
  const cost = 2 ** Number(parts.m1 ?? parts.m2)
  if (blockSize < 1 || cost < 2 || cost * blockSize > MAX_SCRYPT_WORK) return null
  return {
    kind: 'firebase-scrypt',
    cost,
    blockSize,
    salt: new Uint8Array([...bytesOf(parts.salt!), ...bytesOf(parts.separator!)]),
    signerKey: bytesOf(parts.signerKey!),
    digest: bytesOf(parts.digest!),
  }
}

/** Base64 in either alphabet: exports of Firebase contain both. */
function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}
