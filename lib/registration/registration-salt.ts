import { settings } from '@/lib/config/settings'
import { derivedKey, hmacSha256 } from '@/lib/platform/crypto'

const SALT_BYTES = 16

/**
 * The salt of every registration of a (normalized) address. It is derived, not stored: a registration hashes its password before it
 * looks anything up, and one hash at sign-in tells whether a password is that of any registration that waits. Nobody can compute it
 * without AUTH_JWT_SECRET.
 */
export function registrationSalt(email: string): Uint8Array {
  const mac = hmacSha256(derivedKey(settings().tokens.secret, 'registration-salt'), email)
  return new Uint8Array(mac.subarray(0, SALT_BYTES))
}
