import { settings } from '@/lib/config/settings'
import { derivedKey, sha256 } from '@/lib/platform/crypto'

/** A key that seals audit records. `id` names it in every seal and tells nothing about it. */
export interface SealKey {
  id: string
  bytes: Buffer
}

/** The key that seals now, by HKDF out of the signing secret. */
export function presentSealKey(): SealKey {
  return keyOf(settings().tokens.secret)
}

/** The keys that verify, by their ids: of the present secret and of the previous ones. */
export function knownSealKeys(): Map<string, SealKey> {
  const { secret, previousSecrets } = settings().tokens
  return new Map([secret, ...previousSecrets].map(keyOf).map((key) => [key.id, key]))
}

function keyOf(secret: string): SealKey {
  const bytes = derivedKey(secret, 'audit seal')
  return { id: sha256(bytes).toString('base64url').slice(0, 8), bytes }
}
