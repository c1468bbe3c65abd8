import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'

const VERSION = 1
const KEY_ID = 4
const IV = 12
const TAG = 16
const HEADER = 1 + KEY_ID

/** What a sealed secret belongs to: moved to another user or another purpose it does not open. */
export interface SealedFor {
  userId: string
  purpose: 'mfa_factor' | 'mfa_enrolment' | 'shown_once'
}

interface Key {
  id: Buffer
  bytes: Buffer
}

/**
 * Seals a secret with AES-256-GCM (NIST SP 800-38D) under AUTH_MFA_ENCRYPTION_KEY: version (1 byte), key id (4), random IV (12), tag
 * (16), ciphertext.
 */
export function sealSecret(secret: Uint8Array, of: SealedFor): Buffer<ArrayBuffer> {
  const key = keys()[0]!
  const header = Buffer.concat([Buffer.of(VERSION), key.id])
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(boundTo(header, of))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), text])
}

/**
 * Opens what `sealSecret` made, also under one of AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS; `outdated` says that it should be sealed
 * again. Throws when it was changed, belongs to something else, or its key is not configured.
 */
export function openSecret(sealed: Uint8Array, of: SealedFor): { secret: Buffer; outdated: boolean } {
  const bytes = Buffer.from(sealed)
  if (bytes.length <= HEADER + IV + TAG || bytes[0] !== VERSION) throw new Error('not a sealed secret')
  const header = bytes.subarray(0, HEADER)
  const known = keys()
  const index = known.findIndex(({ id }) => equalBytes(id, header.subarray(1)))
  if (index < 0) throw new Error('the key of a sealed secret is not configured')
  const [iv, tag] = [bytes.subarray(HEADER, HEADER + IV), bytes.subarray(HEADER + IV, HEADER + IV + TAG)]
  const decipher = createDecipheriv('aes-256-gcm', known[index]!.bytes, iv, { authTagLength: TAG })
  decipher.setAAD(boundTo(header, of)).setAuthTag(tag)
  const secret = Buffer.concat([decipher.update(bytes.subarray(HEADER + IV + TAG)), decipher.final()])
  return { secret, outdated: index > 0 }
}

function boundTo(header: Buffer, of: SealedFor): Buffer {
  return Buffer.concat([header, Buffer.from(`${of.purpose}\n${of.userId}`)])
}

/** The key in force, then the previous ones. */
function keys(): Key[] {
  const { encryptionKey, previousEncryptionKeys } = settings().mfa
  return [encryptionKey, ...previousEncryptionKeys].map((text) => {
    const bytes = Buffer.from(text, 'base64')
    return { bytes, id: sha256(bytes).subarray(0, KEY_ID) }
  })
}
