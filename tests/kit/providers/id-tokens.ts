import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { forgeIdToken } from '@/tests/kit/forge-id-token'
import { claimsByScope, type Dialect, type Grant, type OpenId } from '@/tests/kit/providers/dialect'
import type { Mode } from '@/tests/kit/providers/faults'

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

/** Shared by all stand-ins of a process: the issuer must identify the signer, never the key. */
let pair: Promise<KeyPair> | undefined
const signingKeys = () => (pair ??= generateKeyPair('RS256', { extractable: true }))
const KEY_ID = 'k1'

/** The response of the keys endpoint. */
export async function publicKeys(): Promise<object> {
  const { publicKey } = await signingKeys()
  return { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] }
}

/** The id_token of a user, with the fault that the mode requests; undefined if there is none. */
export async function idTokenFor(
  grant: Grant,
  openId: OpenId,
  clientId: string,
  mode: Mode,
): Promise<string | undefined> {
  if (!grant.scopes.has('openid') && !openId.idTokenWithoutScope) return undefined
  const { person, nonce } = grant
  const now = Math.floor(Date.now() / 1000)
  const claims = openId.claims?.(grant) ?? claimsByScope(grant)
  const { privateKey } = await signingKeys()
  const genuine = await new SignJWT({
    iss: openId.issuerFor?.(person) ?? openId.issuer,
    aud: clientId,
    iat: now,
    exp: now + 600,
    ...(nonce !== null && openId.nonce === 'echoed' && { nonce }),
    ...(mode === 'lean_id_token' || mode === 'foreign_userinfo' ? { sub: person.sub } : claims),
  })
    .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
    .sign(privateKey)
  return forgeIdToken(genuine, mode, privateKey)
}

/** The discovery document. */
export function discoveryDocument(base: string, { paths, openId }: Dialect, mode: Mode): object {
  if (!openId) throw new Error('no OpenID provider')
  return {
    issuer: mode === 'foreign_issuer' ? 'http://127.0.0.1:1' : openId.issuer,
    authorization_endpoint: base + paths.authorize,
    token_endpoint: base + paths.token,
    jwks_uri: base + openId.paths.keys,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...openId.metadata,
  }
}
