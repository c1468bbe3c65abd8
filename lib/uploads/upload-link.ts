import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256 } from '@/lib/platform/crypto'

/** The upload's URL for its owner. */
export function uploadUrl(id: string): string {
  return `${settings().baseUrl}/api/v1/uploads/${id}`
}

/** A URL that opens an upload for anyone until it expires. */
export function signedUploadUrl(id: string, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const signature = sign(id, expires, settings().tokens.secret).toString('base64url')
  return `${uploadUrl(id)}?expires=${expires}&signature=${signature}`
}

/** Whether a link was signed by this service for this upload and has not expired. */
export function isValidLink(
  id: string,
  { expires, signature }: { expires?: string | undefined; signature?: string | undefined },
  now: Date,
): boolean {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires)) return false
  const given = Buffer.from(signature, 'base64url')
  // Decoding skips characters outside base64url: another spelling of a signature is invalid.
  if (given.toString('base64url') !== signature) return false
  const { secret, previousSecrets } = settings().tokens
  const genuine = [secret, ...previousSecrets].some((key) =>
    equalBytes(sign(id, Number(expires), key), given),
  )
  return genuine && Number(expires) * 1000 > now.getTime()
}

function sign(id: string, expires: number, secret: string): Buffer {
  return hmacSha256(derivedKey(secret, 'upload-link'), `${id}\n${expires}`)
}
