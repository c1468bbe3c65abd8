import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { equalBytes, sha256 } from '@/lib/platform/crypto'

const VERSION = 1
const KEY_ID = 4
const IV = 12
const TAG = 16
const HEADER = 1 + KEY_ID

/** Under which keys (32 bytes each; the first one seals) and for what: sealed bytes open only where both are the same. */
export interface Sealing {
  keys: readonly Uint8Array[]
  boundTo: string
}

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D): version (1 byte), key id (4), random IV (12), tag (16), ciphertext.
 */
export function seal(plain: Uint8Array, { keys, boundTo }: Sealing): Buffer<ArrayBuffer> {
  const key = keys[0]!
  const header = Buffer.concat([Buffer.of(VERSION), keyId(key)])
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(header, boundTo))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), text])
}

/**
 * Opens what `seal` made; `outdated` says that an earlier key did and that it should be sealed again. Throws when the bytes were
 * changed, are bound to something else, or their key is not among those given.
 */
export function openSealed(
  sealed: Uint8Array,
  { keys, boundTo }: Sealing,
): { plain: Buffer; outdated: boolean } {
  const bytes = Buffer.from(sealed)
  if (bytes.length <= HEADER + IV + TAG || bytes[0] !== VERSION) throw new Error('not a sealed secret')
  const header = bytes.subarray(0, HEADER)
  const index = keys.findIndex((key) => equalBytes(keyId(key), header.subarray(1)))
  if (index < 0) throw new Error('the key of a sealed secret is not configured')
  const [iv, tag] = [bytes.subarray(HEADER, HEADER + IV), bytes.subarray(HEADER + IV, HEADER + IV + TAG)]
  const decipher = createDecipheriv('aes-256-gcm', keys[index]!, iv, { authTagLength: TAG })
  decipher.setAAD(additionalData(header, boundTo)).setAuthTag(tag)
  const plain = Buffer.concat([decipher.update(bytes.subarray(HEADER + IV + TAG)), decipher.final()])
  return { plain, outdated: index > 0 }
}

const keyId = (key: Uint8Array) => sha256(key).subarray(0, KEY_ID)

const additionalData = (header: Buffer, boundTo: string) => Buffer.concat([header, Buffer.from(boundTo)])
