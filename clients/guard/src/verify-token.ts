import { verify } from 'node:crypto'
import type { VerificationKey } from './key-set.js'

/** The owner of a verified access token. */
export interface TokenClaims {
  userId: string
  sessionId: string
  /** Who acts as the owner (RFC 8693 §4.1): an administrator who views as them. */
  actorId: string | null
  /** Seconds since 1970, by Gatehouse's clock. */
  issuedAt: number
  expiresAt: number
  /** All claims, as Gatehouse signed them. */
  all: Readonly<Record<string, unknown>>
}

/** What tokens must say, and how far the clocks may differ. */
export interface Expected {
  issuer: string
  audience: string
  toleranceSeconds: number
}

/** A genuine token that is not for this service, or for one that is configured incorrectly. */
export interface OtherClaim {
  option: 'issuer' | 'audience'
  /** What the token says. */
  claim: unknown
}

/** A token in its parts. Nothing of it is trusted yet. */
export interface ParsedToken extends Header {
  header: string
  signed: string
  payload: string
  signature: Buffer
}

const MAX_TOKEN_LENGTH = 4096
const SIGNATURE_BYTES = 64
const MAX_KNOWN_HEADERS = 100

interface Header {
  kid: string
  alg: string
}

/** The headers of genuine tokens: a key always signs the same one, so each is parsed once. */
const knownHeaders = new Map<string, Header>()

/**
 * Splits a token. Null unless it is in the compact form, has the type of access tokens, and is
 * canonical base64url, so that a token has only one spelling.
 */
export function parseToken(token: string): ParsedToken | null {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const first = token.indexOf('.')
  const second = token.indexOf('.', first + 1)
  if (first <= 0 || second <= first + 1 || token.includes('.', second + 1)) return null
  const header = token.slice(0, first)
  const head = knownHeaders.get(header) ?? readHeader(header)
  const signature = decodeCanonical(token.slice(second + 1))
  if (!head || signature?.length !== SIGNATURE_BYTES) return null
  const { kid, alg } = head
  const signed = token.slice(0, second)
  return { kid, alg, header, signed, payload: token.slice(first + 1, second), signature }
}

/**
 * The claims of a token that was signed with `key` and is valid now (RFC 8725, RFC 9068 §4).
 * `now`: milliseconds since 1970.
 */
export function readToken(
  { kid, alg, header, signed, payload, signature }: ParsedToken,
  key: VerificationKey,
  expected: Expected,
  now: number,
): TokenClaims | OtherClaim | 'invalid' | 'expired' {
  if (alg !== key.alg || !isSignedBy(key, signed, signature)) return 'invalid'
  if (knownHeaders.size < MAX_KNOWN_HEADERS) knownHeaders.set(header, { kid, alg })
  const all = parseObject(payload)
  if (!all) return 'invalid'
  const { iss, aud, sub, sid, iat, exp, nbf, act } = all
  if (iss !== expected.issuer) return { option: 'issuer', claim: iss }
  if (aud !== expected.audience) return { option: 'audience', claim: aud }
  if (typeof sub !== 'string' || typeof sid !== 'string' || !sub || !sid) return 'invalid'
  if (!isNumericDate(iat) || !isNumericDate(exp)) return 'invalid'
  const latestStart = now / 1000 + expected.toleranceSeconds
  if (iat > latestStart || (nbf !== undefined && !(isNumericDate(nbf) && nbf <= latestStart)))
    return 'invalid'
  const actorId = act === undefined ? null : actorOf(act)
  if (actorId === 'invalid') return 'invalid'
  if (isExpired(exp, expected, now)) return 'expired'
  const ids = { userId: sub, sessionId: sid, actorId }
  return { ...ids, issuedAt: iat, expiresAt: exp, all: Object.freeze(all) }
}

function actorOf(act: unknown): string {
  const sub = (act as { sub?: unknown } | null)?.sub
  return typeof sub === 'string' && sub ? sub : 'invalid'
}

/** Whether a token that expires at `exp` (seconds) is expired now (milliseconds). */
export function isExpired(exp: number, { toleranceSeconds }: Expected, now: number): boolean {
  return (exp + toleranceSeconds) * 1000 <= now
}

function isSignedBy({ alg, key }: VerificationKey, signed: string, signature: Buffer): boolean {
  const data = Buffer.from(signed, 'latin1')
  return alg === 'ES256'
    ? verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
    : verify(null, data, key, signature)
}

function readHeader(text: string): Header | null {
  const header = parseObject(text)
  if (!header || header.typ !== 'at+jwt' || 'crit' in header) return null
  const { kid, alg } = header
  return typeof kid === 'string' && typeof alg === 'string' ? { kid, alg } : null
}

function parseObject(part: string): Record<string, unknown> | null {
  const bytes = decodeCanonical(part)
  if (!bytes) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function decodeCanonical(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : null
}

/** Whole, positive seconds (RFC 7519 §2). */
function isNumericDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
