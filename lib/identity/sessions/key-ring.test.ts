import { createHmac, createPublicKey } from 'node:crypto'
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  newSigningKey,
  privateKeyOf,
  publicKeyOf,
  type SigningJwk,
  toPublicJwk,
} from '@/lib/config/signing-keys'
import { signJwt } from '@/lib/identity/sessions/jwt'
import { keyRing, setStoredKeys } from '@/lib/identity/sessions/key-ring'
import {
  makeAccessToken,
  makeRefreshToken,
  newJtiKey,
  readAccessToken,
  readCachedAccessToken,
  readRefreshToken,
} from '@/lib/identity/sessions/session-tokens'
import { addSeconds } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { useSettings } from '@/tests/kit/test-settings'

const now = new Date('2026-11-21T12:00:00Z')
const session = {
  id: newId(),
  userId: newId(),
  surface: 'api' as const,
  generation: 1,
  authTime: now,
  amr: ['pwd'],
  maxExpiresAt: new Date('2027-01-01T00:00:00Z'),
}
const family = { ...session, jtiKey: newJtiKey(), expiresAt: session.maxExpiresAt }

const DAY = 86_400
const es256 = newSigningKey()
const eddsa = newSigningKey('EdDSA')
const useKeys = (...keys: SigningJwk[]) =>
  useSettings(keys.length > 0 ? { AUTH_JWT_SIGNING_KEYS: JSON.stringify(keys) } : {})
const issue = () => makeAccessToken(session, now).token
const isAccepted = (token: string) => typeof readAccessToken(token, now) === 'object'
const partsOf = (token: string) => token.split('.') as [string, string, string]
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** The claims of a valid token under another header, signed by `sign`. */
const forge = (header: object, sign: (input: string) => string) => {
  const [, payload] = partsOf(issue())
  const input = `${encode({ typ: 'at+jwt', ...header })}.${payload}`
  return `${input}.${sign(input)}`
}
const hmacWith = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url')

beforeEach(() => void useKeys(es256))

describe.each([
  ['ES256', es256],
  ['EdDSA', eddsa],
] as const)('with a key for %s', (alg, jwk) => {
  beforeEach(() => void useKeys(jwk))

  it('signs access tokens that an independent library verifies with the published keys', async () => {
    const keys = createLocalJWKSet({ keys: keyRing().published.map((key) => ({ ...key })) })
    const { payload, protectedHeader } = await jwtVerify(issue(), keys, {
      algorithms: [alg],
      typ: 'at+jwt',
      issuer: 'http://localhost:3000',
      audience: 'api',
      currentDate: now,
    })
    expect(payload).toMatchObject({ sub: session.userId, sid: session.id })
    expect(protectedHeader).toEqual({ alg, typ: 'at+jwt', kid: jwk.kid })
  })

  it('verifies what an independent library signs', async () => {
    const [, payload] = partsOf(issue())
    const token = await new SignJWT({ ...decode(payload) })
      .setProtectedHeader({ alg, typ: 'at+jwt', kid: jwk.kid })
      .sign(privateKeyOf(jwk))
    expect(isAccepted(token)).toBe(true)
  })

  it('refuses a changed claim, header, or signature', () => {
    const [header, payload, signature] = partsOf(issue())
    const other = encode({ ...decode(payload), sub: newId() })
    const zeros = Buffer.alloc(64).toString('base64url')
    const last = Buffer.from(signature, 'base64url')
    last[63]! ^= 1
    for (const token of [
      `${header}.${other}.${signature}`,
      `${encode({ ...decode(header), x: 1 })}.${payload}.${signature}`,
      `${header}.${payload}.${zeros}`,
      `${header}.${payload}.${last.toString('base64url')}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature}${signature}`,
    ])
      expect(isAccepted(token)).toBe(false)
  })

  it('accepts one spelling of a signature: padding and stray bits are refused', () => {
    const token = issue()
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const stray = token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1]
    for (const other of [`${token}==`, `${token} `, stray]) expect(isAccepted(other)).toBe(false)
  })
})

describe('a forged access token', () => {
  const pem = createPublicKey({ key: { ...toPublicJwk(es256) }, format: 'jwk' }).export({
    format: 'pem',
    type: 'spki',
  })
  const der = publicKeyOf(es256).export({ format: 'der', type: 'spki' })

  it.each([
    ['its text', JSON.stringify(toPublicJwk(es256))],
    ['its PEM', pem],
    ['its DER', der],
    ['its x', Buffer.from(es256.x, 'base64url')],
    ['nothing', ''],
  ])('is refused if the public key is used as HS256 secret (%s)', (_, secret) => {
    for (const kid of [es256.kid, undefined, 'other'])
      for (const alg of ['HS256', 'ES256'])
        expect(isAccepted(forge({ alg, kid }, hmacWith(secret)))).toBe(false)
  })

  it('is refused if it names a published key but is signed with the secret', () => {
    const secret = 'the-signing-secret-of-the-tests-0123456789'
    expect(isAccepted(forge({ alg: 'HS256', kid: es256.kid }, hmacWith(secret)))).toBe(false)
    expect(isAccepted(forge({ alg: 'ES256', kid: es256.kid }, hmacWith(secret)))).toBe(false)
    expect(isAccepted(forge({ alg: 'ES256' }, hmacWith(secret)))).toBe(false)
  })

  it.each(['none', 'None', 'ES384', 'EdDSA', 'RS256', 'ES256K', undefined, ['ES256']])(
    'is refused under alg %s, even with a signature of the right key (RFC 8725 §3.1)',
    (alg) => {
      const [key] = keyRing().keysOfAccessTokens(es256.kid)
      const sign = (input: string) => key!.sign(input).toString('base64url')
      expect(isAccepted(forge({ alg, kid: es256.kid }, sign))).toBe(false)
      expect(isAccepted(forge({ alg, kid: es256.kid }, () => ''))).toBe(false)
    },
  )

  it.each(['jwk', 'jku', 'x5u', 'x5c'])('cannot bring its own key (%s)', async (member) => {
    const own = newSigningKey()
    const url = 'https://evil.example/jwks.json'
    const value = { jwk: toPublicJwk(own), jku: url, x5u: url, x5c: [der.toString('base64')] }
    for (const kid of [es256.kid, own.kid, undefined]) {
      const [, payload] = partsOf(issue())
      const token = await new SignJWT({ ...decode(payload) })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, [member]: value[member as 'jku'] })
        .sign(privateKeyOf(own))
      expect(isAccepted(token)).toBe(false)
    }
  })

  it.each([undefined, null, '', 'unknown', 7, ['a'], { toString: es256.kid }, '__proto__'])(
    'is refused with kid %j, whatever it is signed with',
    (kid) => {
      const [key] = keyRing().keysOfAccessTokens(es256.kid)
      const sign = (input: string) => key!.sign(input).toString('base64url')
      expect(isAccepted(forge({ alg: 'ES256', kid }, sign))).toBe(false)
    },
  )

  it('is refused if another published key signed it', () => {
    useKeys(es256, eddsa)
    const [other] = keyRing().keysOfAccessTokens(eddsa.kid)
    const sign = (input: string) => other!.sign(input).toString('base64url')
    expect(isAccepted(forge({ alg: 'EdDSA', kid: es256.kid }, sign))).toBe(false)
    expect(isAccepted(forge({ alg: 'ES256', kid: es256.kid }, sign))).toBe(false)
    expect(isAccepted(forge({ alg: 'EdDSA', kid: eddsa.kid }, sign))).toBe(true)
  })

  it('is refused if its key is not configured (any more), from the cache too', () => {
    const token = issue()
    expect(readCachedAccessToken(token, now)).toMatchObject({ userId: session.userId })
    useKeys(eddsa)
    expect(readCachedAccessToken(token, now)).toBe('invalid')
    useKeys()
    expect(readCachedAccessToken(token, now)).toBe('invalid')
  })

  it('is refused as a refresh token, and the other way round', () => {
    const [key] = keyRing().keysOfAccessTokens(es256.kid)
    const refreshToken = makeRefreshToken(family, now)
    const [, payload] = partsOf(refreshToken)
    expect(readRefreshToken(issue())).toBeNull()
    expect(isAccepted(refreshToken)).toBe(false)
    expect(readRefreshToken(signJwt('rt+jwt', { ...decode(payload) }, key!))).toBeNull()
  })
})

describe('switching', () => {
  const LIFETIME = 900
  const switchAt = (switchedAt: Date | null) => setStoredKeys({ keys: [], switchedAt })
  /** A token of the secret that expires then, no matter who made it. */
  const secretToken = (exp: number) => {
    const [, payload] = partsOf(issue())
    return signJwt('at+jwt', { ...decode(payload), exp }, keyRing().secrets[0]!)
  }
  beforeEach(() => switchAt(now))
  afterEach(() => switchAt(null))

  it('ends the tokens of the secret that outlive those from before, however they are spelled', () => {
    const last = Math.floor(now.getTime() / 1000) + LIFETIME
    expect(isAccepted(secretToken(last))).toBe(true)
    expect(readAccessToken(secretToken(last + 1), now)).toBe('expired')
    const forged = forge({ alg: 'HS256' }, hmacWith('the-signing-secret-of-the-tests-0123456789'))
    expect(isAccepted(forged)).toBe(true)
    for (const seconds of [1, DAY, 1000 * DAY]) {
      const later = addSeconds(now, LIFETIME + seconds)
      const fresh = signJwt(
        'at+jwt',
        { ...decode(partsOf(makeAccessToken(session, later).token)[1]) },
        keyRing().secrets[0]!,
      )
      expect(readAccessToken(fresh, later)).toBe('expired')
    }
  })

  it('ends a cached one too, which was accepted while the secret signed', () => {
    switchAt(null)
    useKeys()
    const token = secretToken(Math.floor(now.getTime() / 1000) + 1000 * DAY)
    expect(readCachedAccessToken(token, now)).toMatchObject({ userId: session.userId })
    const stored = { jwk: es256, signsFrom: addSeconds(now, -DAY) }
    setStoredKeys({ keys: [{ ...stored, jwk: toPublicJwk(es256) }], switchedAt: stored.signsFrom })
    // No key can be opened, so that the secret signs, and its tokens have to be accepted.
    expect(readCachedAccessToken(token, now)).toMatchObject({ userId: session.userId })
    const opened = { jwk: eddsa, signsFrom: addSeconds(now, 60) }
    setStoredKeys({
      keys: [{ ...stored, jwk: toPublicJwk(es256) }, opened],
      switchedAt: stored.signsFrom,
    })
    expect(readCachedAccessToken(token, now)).toMatchObject({ userId: session.userId })
    expect(readCachedAccessToken(token, addSeconds(now, 60))).toBe('expired')
  })

  it('accepts none of them if the time of the switch is unknown', () => {
    useKeys()
    const token = issue()
    switchAt(null)
    useKeys(es256)
    expect(readAccessToken(token, now)).toBe('expired')
    useKeys()
    expect(isAccepted(token)).toBe(true)
  })

  it('signs no one out: HS256 tokens stay valid until they expire', () => {
    useKeys()
    const before = makeAccessToken(session, now)
    const refreshToken = makeRefreshToken(family, now)
    useKeys(es256)
    expect(isAccepted(before.token)).toBe(true)
    const after = new Date(now.getTime() + before.expiresInSeconds * 1000)
    expect(readAccessToken(before.token, after)).toBe('expired')
    expect(readRefreshToken(refreshToken)).toMatchObject({ sessionId: session.id })
  })

  it('signs with the first key and verifies with all of them', () => {
    const first = issue()
    useKeys(eddsa, es256)
    const second = issue()
    expect(decode(partsOf(second)[0])).toMatchObject({ kid: eddsa.kid, alg: 'EdDSA' })
    expect(isAccepted(first)).toBe(true)
    useKeys(es256, eddsa)
    expect(isAccepted(second)).toBe(true)
  })

  it('keeps refresh tokens on the secret', () => {
    expect(decode(partsOf(makeRefreshToken(family, now))[0])).toMatchObject({ alg: 'HS256' })
  })
})
