import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256 } from '@/lib/platform/crypto'

const MAC_BYTES = 16
const ID_BYTES = 16

/** The longest token in a link is shorter. */
export const UNSUBSCRIBE_TOKEN_LENGTH = 64

/**
 * The link that turns off notifications by email for a user, without a sign-in and without an end.
 * It is on the address of the service itself, because a mail provider posts to it (RFC 8058).
 */
export function unsubscribeUrl(userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, mac(id, settings().tokens.secret)]).toString('base64url')
  return `${settings().baseUrl}/api/v1/unsubscribe?token=${token}`
}

/** The user whose link has this token; null if it was not issued here. */
export function readUnsubscribeToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  // Decoding skips characters that are not base64url, so reject other spellings of a token.
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, ID_BYTES)
  const { secret, previousSecrets } = settings().tokens
  const genuine = [secret, ...previousSecrets].some((key) =>
    equalBytes(mac(id, key), bytes.subarray(ID_BYTES)),
  )
  return genuine ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null
}

function mac(id: Buffer, secret: string): Buffer {
  return hmacSha256(derivedKey(secret, 'unsubscribe email'), id).subarray(0, MAC_BYTES)
}
