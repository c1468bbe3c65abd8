import { randomBytes } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256, sha256 } from '@/lib/platform/crypto'

const HALF = 16

/**
 * A device token in its parts: what is stored, and the complete token that only the device has (43
 * base64url characters).
 */
export interface DeviceToken {
  id: Buffer<ArrayBuffer>
  hash: Buffer<ArrayBuffer>
  token: string
}

/**
 * A token for a new device: 16 random bytes and their HMAC, so that the complete token can be
 * recomputed and is never stored.
 */
export function newDeviceToken(): DeviceToken {
  return tokenFrom(randomBytes(HALF), settings().tokens.secret)
}

/** The parts of a token issued by this service; null for anything else. */
export function readDeviceToken(token: string | null): DeviceToken | null {
  if (!token || token.length !== 43) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * HALF || bytes.toString('base64url') !== token) return null
  const id = Buffer.from(bytes.subarray(0, HALF))
  const genuine = secrets().some((secret) => equalBytes(mac(id, secret), bytes.subarray(HALF)))
  return genuine ? { id, hash: sha256(token), token } : null
}

/**
 * The token of the device that a session is bound to, as issued, whichever secret was in use then.
 */
export function deviceTokenOf(family: { deviceId: Uint8Array; deviceHash: Uint8Array }): string {
  const { secret: present, previousSecrets } = settings().tokens
  if (previousSecrets.length === 0) return tokenFrom(Buffer.from(family.deviceId), present).token
  const tokens = secrets().map((secret) => tokenFrom(Buffer.from(family.deviceId), secret))
  return (tokens.find(({ hash }) => equalBytes(hash, family.deviceHash)) ?? tokens[0]!).token
}

function tokenFrom(id: Buffer<ArrayBuffer>, secret: string): DeviceToken {
  const token = Buffer.concat([id, mac(id, secret)]).toString('base64url')
  return { id, token, hash: sha256(token) }
}

const mac = (id: Buffer, secret: string) =>
  hmacSha256(derivedKey(secret, 'device'), id).subarray(0, HALF)

const secrets = () => [settings().tokens.secret, ...settings().tokens.previousSecrets]
