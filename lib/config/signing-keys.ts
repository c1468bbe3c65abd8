import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'

/** How each algorithm signs, and the kind of key it takes (RFC 7518 §6.2, RFC 8037 §2). */
const ALGORITHMS = {
  ES256: { kty: 'EC', crv: 'P-256', digest: 'sha256', members: ['x', 'y'] },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', digest: null, members: ['x'] },
} as const

export type SigningAlgorithm = keyof typeof ALGORITHMS
export const SIGNING_ALGORITHMS = Object.keys(ALGORITHMS) as SigningAlgorithm[]

/** A public key as it is published (RFC 7517). */
export interface PublicJwk {
  kty: string
  crv: string
  x: string
  y?: string
  kid: string
  alg: SigningAlgorithm
  use: 'sig'
}

/** A key that signs access tokens. */
export interface SigningJwk extends PublicJwk {
  d: string
}

const MAX_KEYS = 10
const MAX_TEXT = 20_000
const KID = /^[A-Za-z0-9._:-]{1,128}$/
/** 32 bytes in base64url: every member of both kinds of keys. */
const MEMBER = /^[A-Za-z0-9_-]{43}$/

/**
 * The private keys that sign access tokens: a JWK, an array of them, or a JWK set. Every fault is
 * an issue of its own and names keys by position, because the text is secret.
 */
export const signingKeys = z.string().transform((text, context): SigningJwk[] => {
  const keys = readKeys(text)
  const faults =
    keys === null
      ? ['is not a private JWK, an array of them, or a JWK set']
      : keys.length < 1 || keys.length > MAX_KEYS
        ? [`must have 1 to ${MAX_KEYS} keys`]
        : [...keys.flatMap(numberedFaults), ...repeatedIds(keys)]
  for (const message of faults) context.addIssue({ code: 'custom', message })
  return faults.length > 0 ? z.NEVER : (keys as GivenKey[]).map(toSigningJwk)
})

type GivenKey = Record<string, unknown>

function readKeys(text: string): unknown[] | null {
  if (text.length > MAX_TEXT) return null
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value as unknown[]
    if (!isObject(value)) return null
    return Array.isArray(value.keys) ? (value.keys as unknown[]) : 'kty' in value ? [value] : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is GivenKey =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const numberedFaults = (key: unknown, index: number) =>
  faultsOf(key).map((fault) => `key ${index + 1}: ${fault}`)

function repeatedIds(keys: readonly unknown[]): string[] {
  const ids = keys.map((key) => (isObject(key) ? key.kid : undefined))
  return ids.flatMap((kid, index) => {
    const first = ids.indexOf(kid)
    return kid === undefined || first === index
      ? []
      : [`key ${index + 1}: kid is the same as that of key ${first + 1}`]
  })
}

function faultsOf(key: unknown): string[] {
  if (!isObject(key)) return ['is not an object']
  const alg = algorithmOf(key)
  const faults = [
    key.kid === undefined
      ? 'kid is missing'
      : typeof key.kid === 'string' && KID.test(key.kid)
        ? null
        : 'kid must have 1 to 128 letters, digits, or . _ : -',
    alg ? null : 'must be an EC key on P-256 (ES256) or an OKP key on Ed25519 (EdDSA)',
    alg && key.alg !== undefined && key.alg !== alg ? `alg must be ${alg}` : null,
    key.use === undefined || key.use === 'sig' ? null : 'use must be sig',
    key.key_ops === undefined || (Array.isArray(key.key_ops) && key.key_ops.includes('sign'))
      ? null
      : 'key_ops must contain sign',
    alg ? materialFault(key, alg) : null,
  ]
  return faults.filter((fault) => fault !== null)
}

function algorithmOf({ kty, crv }: GivenKey): SigningAlgorithm | undefined {
  return SIGNING_ALGORITHMS.find(
    (name) => ALGORITHMS[name].kty === kty && ALGORITHMS[name].crv === crv,
  )
}

function materialFault(key: GivenKey, alg: SigningAlgorithm): string | null {
  if (key.d === undefined) return 'is a public key: d is missing'
  const members = [...ALGORITHMS[alg].members, 'd'].map((name) => key[name])
  if (!members.every((member) => typeof member === 'string' && MEMBER.test(member)))
    return 'is not a valid key'
  return isPair(toSigningJwk(key), alg)
    ? null
    : 'is not a valid key: d and x do not belong together'
}

/** Whether the public members verify what `d` signs; importing a key does not check that. */
function isPair(jwk: SigningJwk, alg: SigningAlgorithm): boolean {
  try {
    const input = Buffer.from('a test of the key')
    const signature = signBytes(alg, privateKeyOf(jwk), input)
    return verifyBytes(alg, publicKeyOf(jwk), input, signature)
  } catch {
    return false
  }
}

function toSigningJwk(key: GivenKey): SigningJwk {
  const alg = algorithmOf(key)!
  const { kty, crv, members } = ALGORITHMS[alg]
  const coordinates = Object.fromEntries(members.map((name) => [name, key[name]]))
  return { kty, crv, ...coordinates, d: key.d, kid: key.kid, alg, use: 'sig' } as SigningJwk
}

/** What may be published of a key: member by member, so that nothing private can slip through. */
export function toPublicJwk({ kty, crv, x, y, kid, alg, use }: PublicJwk): PublicJwk {
  return { kty, crv, x, ...(y !== undefined && { y }), kid, alg, use }
}

/** A new key, named by its thumbprint (RFC 7638). */
export function newSigningKey(alg: SigningAlgorithm = 'ES256'): SigningJwk {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519')
  const { kty, crv, x, y, d } = privateKey.export({ format: 'jwk' })
  const thumbprint = hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')
  return toSigningJwk({ kty, crv, x, y, d, kid: thumbprint })
}

export function privateKeyOf(jwk: SigningJwk): KeyObject {
  return createPrivateKey({ key: { ...jwk }, format: 'jwk' })
}

export function publicKeyOf(jwk: PublicJwk): KeyObject {
  return createPublicKey({ key: { ...toPublicJwk(jwk) }, format: 'jwk' })
}

/** A JWS signature (RFC 7518 §3.4: r and s side by side; RFC 8037 §3.1), made in this thread. */
export function signBytes(alg: SigningAlgorithm, key: KeyObject, input: Uint8Array): Buffer {
  return sign(ALGORITHMS[alg].digest, input, { key, dsaEncoding: 'ieee-p1363' })
}

export function verifyBytes(
  alg: SigningAlgorithm,
  key: KeyObject,
  input: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verify(ALGORITHMS[alg].digest, input, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
