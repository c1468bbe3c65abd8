import { sign } from 'node:crypto'

const LIFETIME_SECONDS = 300

/**
 * A client secret as Apple wants it: a JWT (ES256) by the key that belongs to the developer's team, made for each request. Apple
 * would take one that is good for half a year.
 */
export function clientSecretJwt(
  by: { clientId: string; teamId: string; keyId: string; privateKey: string },
  audience: string,
  now: Date,
): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const header = encoded({ alg: 'ES256', kid: by.keyId })
  const claims = encoded({
    iss: by.teamId,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    aud: audience,
    sub: by.clientId,
  })
  const signed = `${header}.${claims}`
  const signature = sign('sha256', Buffer.from(signed), { key: by.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
