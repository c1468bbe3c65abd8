import { hkdfSync } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import type { Sealing } from '@/lib/platform/crypto'

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
