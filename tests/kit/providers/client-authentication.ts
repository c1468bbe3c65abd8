import { importSPKI, jwtVerify } from 'jose'
import type { StandInRequest } from '@/tests/kit/providers/server'

export interface Client {
  id: string
  secret: string
}

/** Whether a token request comes from the registered client. */
export type ClientCheck = (request: StandInRequest) => boolean | Promise<boolean>

/**
 * client_secret_post: id and secret are form fields. A second method in the same request is refused
 * (RFC 6749 §2.3).
 */
export function secretInBody({ id, secret }: Client): ClientCheck {
  return ({ form, headers }) =>
    headers.authorization === undefined &&
    form.get('client_id') === id &&
    form.get('client_secret') === secret
}

/** client_secret_basic or client_secret_post, never both. */
export function secretInHeaderOrBody(client: Client): ClientCheck {
  return (request) => {
    const { form, headers } = request
    if (headers.authorization === undefined) return secretInBody(client)(request)
    if (form.has('client_secret')) return false
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization) ?? []
    const [id = '', secret = '', ...more] = Buffer.from(encoded, 'base64')
      .toString()
      .split(':')
      .map(formDecoded)
    return more.length === 0 && id === client.id && secret === client.secret
  }
}

/** What Apple registers for a key: the public key, under an id, for one team. */
export interface RegisteredKey {
  clientId: string
  teamId: string
  keyId: string
  publicKey: string
}

const SIX_MONTHS = 15_777_000

/**
 * Apple's method: the secret is a JWT valid for at most six months, signed with the team's key,
 * with Apple as its audience.
 */
export function secretSignedBy(registered: RegisteredKey, audience: string): ClientCheck {
  const { clientId, teamId, keyId, publicKey } = registered
  return async ({ form, headers }) => {
    if (headers.authorization !== undefined || form.get('client_id') !== clientId) return false
    const key = await importSPKI(publicKey, 'ES256')
    const expected = { issuer: teamId, subject: clientId, audience, algorithms: ['ES256'] }
    const requiredClaims = ['iat', 'exp']
    try {
      const secret = form.get('client_secret') ?? ''
      const { payload, protectedHeader } = await jwtVerify(secret, key, {
        ...expected,
        requiredClaims,
      })
      return protectedHeader.kid === keyId && payload.exp! - payload.iat! <= SIX_MONTHS
    } catch {
      return false
    }
  }
}

/** RFC 6749 §2.3.1: id and secret are form-encoded in the header. */
function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text}`).get('value') ?? ''
}
