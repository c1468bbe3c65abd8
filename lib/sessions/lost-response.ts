import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import type { RefreshClaims } from '@/lib/sessions/refresh-token'
import type { FamilyRow } from '@/lib/sessions/session.store'

/** How long after a rotation the same successor may be answered again, in seconds. */
const LOST_RESPONSE_SECONDS = 60
const KEY_FORM = /^[\x21-\x7e]{16,128}$/

/** The hash of an Idempotency-Key; null when there is none or it is not 16–128 visible characters (then it is ignored). */
export function rotationKeyHash(key: string | null | undefined): Buffer<ArrayBuffer> | null {
  return key && KEY_FORM.test(key) ? Buffer.from(sha256(key)) : null
}

/**
 * Whether somebody who presents the previous generation is the honest client whose answer was lost (or whose other tab was
 * quicker), and so may have the successor once more. A thief has the token but neither the key of that very attempt
 * (API) nor the device cookie (web), and only a minute at most; once the successor is used the window is shut.
 */
export function isLostResponse(
  claims: RefreshClaims,
  family: FamilyRow,
  by: { keyHash: Uint8Array | null; deviceHash: Uint8Array | null; now: Date },
): boolean {
  if (family.revokedAt || family.expiresAt <= by.now || !family.rotatedAt) return false
  if (claims.generation !== family.generation - 1) return false
  const age = (by.now.getTime() - family.rotatedAt.getTime()) / 1000
  if (age > LOST_RESPONSE_SECONDS) return false
  return family.surface === 'api' ? sameKey(family, by.keyHash) : sameDevice(family, by.deviceHash, age)
}

function sameKey(family: FamilyRow, keyHash: Uint8Array | null): boolean {
  const { rotationKeyHash: known, rotationKeyUsable } = family
  return rotationKeyUsable && known !== null && keyHash !== null && equalBytes(known, keyHash)
}

function sameDevice(family: FamilyRow, deviceHash: Uint8Array | null, age: number): boolean {
  if (!deviceHash || !equalBytes(deviceHash, family.deviceHash)) return false
  const untouched = family.presentedGeneration < family.generation
  return age <= settings().tokens.webRefreshOverlapSeconds || untouched
}
