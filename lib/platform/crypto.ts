import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { v7 } from 'uuid'

/** SHA-256 of UTF-8 text or bytes, 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer<ArrayBuffer> {
  return hash('sha256', data, 'buffer')
}

/** HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, data: string | Uint8Array): Buffer<ArrayBuffer> {
  return createHmac('sha256', key).update(data).digest()
}

/** A new secret of 256 bits, base64url without padding (43 characters). */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

const SECRET_TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * Whether a text could come from `newSecretToken`. Anything malformed was never issued and doesn't
 * reach the database, nor is a megabyte of "token" hashed. The last of the 43 characters carries
 * only four bits; other spellings of the same bytes hash differently and are therefore unknown.
 */
export function isSecretToken(text: string): boolean {
  return SECRET_TOKEN.test(text)
}

/**
 * Compares two byte strings in constant time, so that its timing does not reveal where they differ.
 */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/**
 * A 32-byte key for one purpose, derived from a master secret (HKDF-SHA-256, RFC 5869): a key
 * leaked from one purpose is of no use for another.
 */
export function derivedKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `gatehouse/${purpose}`, 32))
  derived.set(name, key)
  return key
}

/** At most one entry per purpose and configured secret. */
const derived = new Map<string, Buffer>()

/**
 * A UUIDv7 determined by the instant and parts: repeating a call gives the same id, so that a
 * repeated insert is detected.
 */
export function derivedId(at: Date, ...parts: string[]): string {
  const random = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  return v7({ msecs: at.getTime(), random })
}

const VERSION = 1
const KEY_ID = 4
const IV = 12
const TAG = 16
const HEADER = 1 + KEY_ID

/**
 * The keys (32 bytes each; the first one seals) and the purpose. Sealed bytes open only with the
 * same key and purpose.
 */
export interface Sealing {
  keys: readonly Uint8Array[]
  boundTo: string
}

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D): version (1 byte), key id (4), random IV (12), tag
 * (16), ciphertext.
 */
export function seal(plain: Uint8Array, { keys, boundTo }: Sealing): Buffer<ArrayBuffer> {
  const key = keys[0]!
  const header = Buffer.concat([Buffer.of(VERSION), keyId(key)])
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(header, boundTo))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), text])
}

/** What was sealed needs a key that is not among those given. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'

  constructor() {
    super('the key that encrypted this secret is not configured')
  }
}

/**
 * Opens what `seal` returned; `outdated` means that it was sealed with an earlier key and should be
 * sealed again. Throws UnknownKeyError, and another error if the bytes were changed or are bound to
 * something else.
 */
export function openSealed(
  sealed: Uint8Array,
  { keys, boundTo }: Sealing,
): { plain: Buffer; outdated: boolean } {
  const bytes = Buffer.from(sealed)
  if (bytes.length <= HEADER + IV + TAG || bytes[0] !== VERSION)
    throw new Error('not a sealed secret')
  const header = bytes.subarray(0, HEADER)
  const index = keys.findIndex((key) => equalBytes(keyId(key), header.subarray(1)))
  if (index < 0) throw new UnknownKeyError()
  const [iv, tag] = [
    bytes.subarray(HEADER, HEADER + IV),
    bytes.subarray(HEADER + IV, HEADER + IV + TAG),
  ]
  const decipher = createDecipheriv('aes-256-gcm', keys[index]!, iv, { authTagLength: TAG })
  decipher.setAAD(additionalData(header, boundTo)).setAuthTag(tag)
  const plain = Buffer.concat([
    decipher.update(bytes.subarray(HEADER + IV + TAG)),
    decipher.final(),
  ])
  return { plain, outdated: index > 0 }
}

/** The same secret sealed with the first key; null if it already is. Throws as `openSealed`. */
export function resealed(sealed: Uint8Array, sealing: Sealing): Buffer<ArrayBuffer> | null {
  const { plain, outdated } = openSealed(sealed, sealing)
  return outdated ? seal(plain, sealing) : null
}

const keyId = (key: Uint8Array) => sha256(key).subarray(0, KEY_ID)

const additionalData = (header: Buffer, boundTo: string) =>
  Buffer.concat([header, Buffer.from(boundTo)])
