import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, it } from 'vitest'
import { parseEnvironment } from '@/lib/config/env'
import { loadSettings } from '@/lib/config/settings'
import { newSigningKey, toPublicJwk } from '@/lib/config/signing-keys'

const es256 = newSigningKey()
const eddsa = newSigningKey('EdDSA')

const faultsOf = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const parsed = parseEnvironment({ AUTH_JWT_SIGNING_KEYS: text })
  return parsed.ok ? [] : parsed.faults.map((line) => line.replace('AUTH_JWT_SIGNING_KEYS ', ''))
}
const without = (member: string) =>
  Object.fromEntries(Object.entries(es256).filter(([name]) => name !== member))
const jwkOf = (type: 'rsa' | 'P-384') => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: type })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'a' }
}
const WRONG_KIND = 'key 1: must be an EC key on P-256 (ES256) or an OKP key on Ed25519 (EdDSA)'

describe('AUTH_JWT_SIGNING_KEYS', () => {
  it('takes an array of keys, a JWK set, or one key', () => {
    for (const value of [[es256, eddsa], { keys: [es256, eddsa] }, es256])
      expect(faultsOf(value)).toEqual([])
    expect(loadSettings({}).tokens.signingKeys).toBeNull()
    const { kid, d } = es256
    expect(
      loadSettings({ AUTH_JWT_SIGNING_KEYS: JSON.stringify(es256) }).tokens.signingKeys,
    ).toMatchObject([{ kid, d, alg: 'ES256', use: 'sig' }])
  })

  it('ignores other members of a key, and derives alg from its curve', () => {
    const { alg: _, use: __, ...bare } = eddsa
    const given = { ...bare, key_ops: ['sign'], x5c: ['…'], note: 'mine' }
    const [key] = loadSettings({ AUTH_JWT_SIGNING_KEYS: JSON.stringify([given]) }).tokens
      .signingKeys!
    expect(key).toEqual({ ...bare, alg: 'EdDSA', use: 'sig' })
  })

  it.each([
    ['no JSON', 'secret', 'is not a private JWK, an array of them, or a JWK set'],
    ['a number', '7', 'is not a private JWK, an array of them, or a JWK set'],
    ['a text of any length', 'x'.repeat(50_000), /is not a private JWK/],
    ['no key', [], 'must have 1 to 10 keys'],
    ['too many keys', Array.from({ length: 11 }, () => es256), 'must have 1 to 10 keys'],
    ['null in place of a key', [null], 'key 1: is not an object'],
    ['no kid', [without('kid')], 'key 1: kid is missing'],
    ['an empty kid', [{ ...es256, kid: '' }], /^key 1: kid must have 1 to 128 letters/],
    ['a kid that is no text', [{ ...es256, kid: 1 }], /^key 1: kid must have/],
    ['one kid twice', [es256, { ...eddsa, kid: es256.kid }], /key 2: kid is the same as .* key 1/],
    ['a public key', [toPublicJwk(es256)], 'key 1: is a public key: d is missing'],
    ['an RSA key', [jwkOf('rsa')], WRONG_KIND],
    ['another curve', [jwkOf('P-384')], WRONG_KIND],
    ['a secret', [{ kty: 'oct', k: 'c2VjcmV0', kid: 'a' }], WRONG_KIND],
    ['a key for encryption', [{ ...es256, use: 'enc' }], 'key 1: use must be sig'],
    ['a key that may not sign', [{ ...es256, key_ops: ['verify'] }], /key_ops must contain sign/],
    ['the alg of another kind', [{ ...es256, alg: 'EdDSA' }], 'key 1: alg must be ES256'],
    ['a shared secret as alg', [{ ...eddsa, alg: 'HS256' }], 'key 1: alg must be EdDSA'],
    ['a point off the curve', [{ ...es256, y: es256.x }], /^key 1: is not a valid key/],
    ['the d of another key', [{ ...es256, d: newSigningKey().d }], /d and x do not belong/],
    ['the x of another key', [{ ...eddsa, x: es256.x }], /d and x do not belong/],
    ['a member that is cut off', [{ ...es256, d: es256.d.slice(1) }], 'key 1: is not a valid key'],
    ['a member that is no text', [{ ...es256, x: 5 }], 'key 1: is not a valid key'],
  ])('refuses %s with one line', (_, value, expected) => {
    const faults = faultsOf(value)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(expected)
  })

  it('leaves no rotation to the database', () => {
    const both = { AUTH_JWT_SIGNING_KEYS: JSON.stringify(es256), AUTH_JWT_KEY_ROTATION: '90d' }
    expect(() => loadSettings(both)).toThrow(/exclude each other/)
    expect(loadSettings({ AUTH_JWT_KEY_ROTATION: '90d' }).tokens.keyRotationSeconds).toBe(7_776_000)
    expect(() => loadSettings({ AUTH_JWT_KEY_ROTATION: '23h' })).toThrow(/at least 1d/)
  })

  it('names every fault in one start, and no value', () => {
    const faults = faultsOf([
      { ...without('kid'), use: 'enc' },
      { ...eddsa, alg: 'none' },
    ])
    expect(faults).toEqual([
      'key 1: kid is missing',
      'key 1: use must be sig',
      'key 2: alg must be EdDSA',
    ])
    const text = faultsOf([{ ...es256, kid: es256.d.repeat(9) }]).join()
    expect(text).not.toContain(es256.d)
  })
})

describe('a new key', () => {
  it.each(['ES256', 'EdDSA'] as const)(
    'of %s is named by its thumbprint (RFC 7638)',
    async (alg) => {
      const key = newSigningKey(alg)
      expect(key).toMatchObject({ alg, use: 'sig' })
      expect(key.kid).toBe(await calculateJwkThumbprint({ ...toPublicJwk(key) }))
    },
  )
})
