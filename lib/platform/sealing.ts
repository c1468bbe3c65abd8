import { hkdfSync } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { derivedKey, hmacSha256, type Sealing } from '@/lib/platform/crypto'

/**
 * The keys for one purpose, derived from AUTH_MFA_ENCRYPTION_KEY and its predecessors
 * (HKDF-SHA-256, RFC 5869): a key leaked from one purpose opens nothing else. Stored secrets depend
 * on the exact `purpose`, so it never changes. What is sealed opens only with the same `boundTo`.
 */
export function sealingFor(purpose: string, boundTo: string): Sealing {
  const { encryptionKey, previousEncryptionKeys } = settings().mfa
  const keys = [encryptionKey, ...previousEncryptionKeys].map(
    (text) => new Uint8Array(hkdfSync('sha256', Buffer.from(text, 'base64'), '', purpose, 32)),
  )
  return { keys, boundTo }
}

/**
 * The HMACs of a short code, because a copy of the database would reveal it from a hash without a
 * key. The first one, under AUTH_MFA_ENCRYPTION_KEY, is stored. A code that was sent under another
 * configured key has one of the others.
 */
export function codeHashes(
  purpose: string,
  text: string,
): [Buffer<ArrayBuffer>, ...Buffer<ArrayBuffer>[]] {
  const { encryptionKey, previousEncryptionKeys } = settings().mfa
  const hash = (key: string) => hmacSha256(derivedKey(key, purpose), text)
  return [hash(encryptionKey), ...previousEncryptionKeys.map(hash)]
}
