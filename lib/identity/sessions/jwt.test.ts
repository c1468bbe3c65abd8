import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import * as jwt from '@/lib/identity/sessions/jwt'
import { keyRing } from '@/lib/identity/sessions/key-ring'
import { useSettings } from '@/tests/kit/test-settings'

const SECRET = 'the-signing-secret-of-the-tests-0123456789'
const signJwt = (typ: string, claims: jwt.Claims) => jwt.signJwt(typ, claims, keyRing().secrets[0]!)
const verifyJwt = (typ: string, token: string) => jwt.verifyJwt(typ, token, () => keyRing().secrets)
const bytes = new TextEncoder().encode(SECRET)
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forge = (header: unknown, payload: unknown, key = SECRET) => {
  const input = `${b64(header)}.${b64(payload)}`
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

beforeEach(() => void useSettings())

describe('JWT', () => {
  it('signs what an independent library verifies (RFC 7515, HS256 over the UTF-8 secret)', async () => {
    const { payload, protectedHeader } = await jwtVerify(signJwt('at+jwt', { sub: 'a' }), bytes, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
    })
    expect(payload.sub).toBe('a')
    expect(protectedHeader.kid).toMatch(/^[\w-]{8}$/)
  })

  it('verifies what an independent library signs', async () => {
    const token = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(bytes)
    expect(verifyJwt('at+jwt', token)).toEqual({ sub: 'a' })
  })

  it.each(['none', 'None', 'NONE', 'nOnE', 'HS384', 'HS512', 'RS256', undefined, ['HS256']])(
    'refuses alg %s even with a correct MAC (RFC 8725 §3.1)',
    (alg) => {
      expect(verifyJwt('at+jwt', forge({ alg, typ: 'at+jwt' }, { sub: 'a' }))).toBeNull()
      expect(verifyJwt('at+jwt', `${b64({ alg, typ: 'at+jwt' })}.${b64({ sub: 'a' })}.`)).toBeNull()
    },
  )

  it.each(['', 'secret', 'gatehouse', SECRET.slice(0, -1), Buffer.from(SECRET).toString('base64')])(
    'refuses a token signed with the wrong key "%s"',
    (key) =>
      expect(verifyJwt('at+jwt', forge({ alg: 'HS256', typ: 'at+jwt' }, {}, key))).toBeNull(),
  )

  it('refuses every other type (RFC 8725 §3.11) and unknown critical headers', () => {
    expect(verifyJwt('rt+jwt', signJwt('at+jwt', {}))).toBeNull()
    expect(verifyJwt('at+jwt', forge({ alg: 'HS256' }, {}))).toBeNull()
    expect(
      verifyJwt('at+jwt', forge({ alg: 'HS256', typ: 'at+jwt', crit: ['b64'] }, {})),
    ).toBeNull()
  })

  it.each([
    { kid: '../../dev/null' },
    { kid: ['a'] },
    { kid: null },
    { jku: 'https://evil.example/keys' },
    { cty: 'JWT' },
  ])('refuses a header that we never issue, even with a correct MAC: %j', (header) =>
    expect(
      verifyJwt('at+jwt', forge({ alg: 'HS256', typ: 'at+jwt', ...header }, { sub: 'a' })),
    ).toBeNull(),
  )

  it('accepts one spelling of a token: padding, whitespace and stray bits are refused', () => {
    const token = signJwt('at+jwt', { sub: 'a' })
    const last = token.at(-1)!
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const stray = token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]
    for (const other of [
      `${token}=`,
      `${token} `,
      ` ${token}`,
      `${token}\n`,
      stray,
      `${token}.x`,
      `${token}.`,
    ])
      expect(verifyJwt('at+jwt', other)).toBeNull()
    const [head, body] = token.split('.')
    const padded = `${head}=.${body}`
    expect(
      verifyJwt(
        'at+jwt',
        `${padded}.${createHmac('sha256', SECRET).update(padded).digest('base64url')}`,
      ),
    ).toBeNull()
  })

  it.each([
    '',
    '.',
    '..',
    'a.b',
    'a.b.c',
    'a.b.c.d.e',
    '{"payload":"x"}',
    'x'.repeat(100_000),
    'é.é.é',
    '\0.\0.\0',
  ])('refuses malformed text without throwing (%#)', (text) =>
    expect(verifyJwt('at+jwt', text)).toBeNull(),
  )

  it('refuses payloads that are not objects', () => {
    for (const payload of [null, [], 'x', 1])
      expect(verifyJwt('t', forge({ alg: 'HS256', typ: 't' }, payload))).toBeNull()
  })

  it('verifies with previous secrets and never signs with them', () => {
    const old = signJwt('at+jwt', { sub: 'a' })
    useSettings({
      AUTH_JWT_SECRET: 'another-secret-of-the-tests-0123456789abc',
      AUTH_JWT_PREVIOUS_SECRETS: SECRET,
    })
    expect(verifyJwt('at+jwt', old)).toEqual({ sub: 'a' })
    const fresh = signJwt('at+jwt', { sub: 'a' })
    useSettings({ AUTH_JWT_SECRET: 'another-secret-of-the-tests-0123456789abc' })
    expect(verifyJwt('at+jwt', old)).toBeNull()
    expect(verifyJwt('at+jwt', fresh)).toEqual({ sub: 'a' })
  })

  it('refuses tokens under a leaked secret that only verifies the audit trail', () => {
    const old = signJwt('at+jwt', { sub: 'a' })
    useSettings({
      AUTH_JWT_SECRET: 'another-secret-of-the-tests-0123456789abc',
      AUDIT_PREVIOUS_SECRETS: SECRET,
    })
    expect(verifyJwt('at+jwt', old)).toBeNull()
  })
})
