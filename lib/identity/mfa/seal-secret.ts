import { settings } from '@/lib/config/settings'
import { openSealed, resealed, seal, type Sealing } from '@/lib/platform/crypto'

/** What a sealed secret is bound to. It can't be opened for another user or purpose. */
export interface SealedFor {
  userId: string
  purpose: 'mfa_factor' | 'mfa_enrolment' | 'shown_once'
}

/** Seals a user's secret under AUTH_MFA_ENCRYPTION_KEY. */
export function sealSecret(secret: Uint8Array, of: SealedFor): Buffer<ArrayBuffer> {
  return seal(secret, sealing(of))
}

/**
 * Opens what `sealSecret` returned, also under one of AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS; `outdated`
 * means that it should be sealed again. Throws when it was modified, is bound to something else, or
 * its key is not configured.
 */
export function openSecret(
  sealed: Uint8Array,
  of: SealedFor,
): { secret: Buffer; outdated: boolean } {
  const { plain, outdated } = openSealed(sealed, sealing(of))
  return { secret: plain, outdated }
}

/** The sealed bytes of a secret under the present key; null if they are. Throws as `openSecret`. */
export function resealedSecret(sealed: Uint8Array, of: SealedFor): Buffer<ArrayBuffer> | null {
  return resealed(sealed, sealing(of))
}

function sealing({ purpose, userId }: SealedFor): Sealing {
  const { encryptionKey, previousEncryptionKeys } = settings().mfa
  const keys = [encryptionKey, ...previousEncryptionKeys].map((text) => Buffer.from(text, 'base64'))
  return { keys, boundTo: `${purpose}\n${userId}` }
}
