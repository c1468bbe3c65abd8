import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** Possible faults of an id_token. */
export const TOKEN_FAULTS = [
  'wrong_nonce',
  'no_nonce',
  'wrong_issuer',
  'wrong_audience',
  'expired',
  'rogue_signature',
  'alg_none',
  'no_id_token',
] as const

export type TokenFault = (typeof TOKEN_FAULTS)[number]

/** Generated once: any other key will do. */
let rogueKeys: ReturnType<typeof generateKeyPair> | undefined

/**
 * The same id_token with one fault; unchanged for an unknown `fault`, undefined if it should be
 * missing.
 */
export async function forgeIdToken(
  genuine: string,
  fault: string,
  key: Parameters<SignJWT['sign']>[0],
): Promise<string | undefined> {
  const claims = decodeJwt(genuine)
  const header = decodeProtectedHeader(genuine)
  const sign = (payload: JWTPayload, by = key, kid = header.kid) =>
    new SignJWT(payload).setProtectedHeader({ ...header, alg: 'RS256', kid }).sign(by)
  const rogueKey = async () => (await (rogueKeys ??= generateKeyPair('RS256'))).privateKey
  const now = Math.floor(Date.now() / 1000)
  switch (fault as TokenFault | 'unknown_key') {
    case 'wrong_nonce':
      return sign({ ...claims, nonce: 'another' })
    case 'no_nonce':
      return sign({ ...claims, nonce: undefined })
    case 'wrong_issuer':
      return sign({ ...claims, iss: 'http://127.0.0.1:1' })
    case 'wrong_audience':
      return sign({ ...claims, aud: 'another-client' })
    case 'expired':
      return sign({ ...claims, iat: now - 7200, exp: now - 3600 })
    case 'rogue_signature':
      return sign(claims, await rogueKey())
    case 'unknown_key':
      return sign(claims, await rogueKey(), 'unpublished')
    case 'alg_none': {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    case 'no_id_token':
      return undefined
    default:
      return genuine
  }
}
