import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { parseToken, readToken } from '@/clients/guard/src/verify-token'

/** Short rounds, the fastest of which counts: both sides compute on one thread, undisturbed. */
const TOKENS = 200
const ROUNDS = 301
const EXPECTED = { issuer: 'https://id.example.org', audience: 'api', toleranceSeconds: 5 }

/**
 * The guard's whole verification of a token that it has never seen, against nothing but the
 * signature with node:crypto, alternating. Per second.
 */
export function benchGuard(): { guard: number; bare: number } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  const signed = Array.from({ length: TOKENS }, () => {
    const data = Buffer.from(`${encode({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })}.${claims()}`)
    return { data, signature: sign('sha256', data, { ...key, key: privateKey }) }
  })
  const tokens = signed.map(
    ({ data, signature }) => `${data.toString()}.${signature.toString('base64url')}`,
  )
  const bare = () => signed.every(({ data, signature }) => verify('sha256', data, key, signature))
  const guard = () =>
    tokens.every((token) => {
      const found = { alg: 'ES256', key: publicKey } as const
      return typeof readToken(parseToken(token)!, found, EXPECTED, Date.now()) === 'object'
    })
  perSecond(bare)
  perSecond(guard)
  const best = { guard: 0, bare: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    best.bare = Math.max(best.bare, perSecond(bare))
    best.guard = Math.max(best.guard, perSecond(guard))
  }
  return best
}

function perSecond(verifyAll: () => boolean): number {
  const start = performance.now()
  if (!verifyAll()) throw new Error('a genuine token was refused')
  return (TOKENS / (performance.now() - start)) * 1000
}

function claims(): string {
  const iat = Math.floor(Date.now() / 1000)
  return encode({
    ...{ iss: EXPECTED.issuer, aud: EXPECTED.audience, sub: randomUUID(), sid: randomUUID() },
    ...{ jti: `1.${randomUUID()}`, iat, exp: iat + 900, auth_time: iat, amr: ['pwd'] },
    client_id: 'api',
  })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
