import { createHmac } from 'node:crypto'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'

/** The claims of a verified token, before they are validated. */
export type Claims = Record<string, unknown>

interface Key {
  bytes: Buffer
  kid: string
  /** The encoded headers that it signs under, by type. At most one per kind of token. */
  headers: Map<string, string>
}

// HMAC runs in this thread (about 5 µs) on purpose: WebCrypto would queue behind password hashes in
// the thread pool, and a flood of sign-ins would slow down every request with a token.
const signature = (key: Key, input: string) =>
  createHmac('sha256', key.bytes).update(input).digest()

/**
 * The verification keys; the first one signs. HS256 over the UTF-8 bytes of the secrets (RFC 7518
 * §3.2).
 */
function keys(): Key[] {
  const { secret, previousSecrets } = settings().tokens
  const cached = processSingleton<{ of: string; keys: Key[] }>('jwt-keys', () => ({
    of: '',
    keys: [],
  }))
  const of = [secret, ...previousSecrets].join('\n')
  if (cached.of !== of) {
    cached.of = of
    cached.keys = [secret, ...previousSecrets].map((text) => ({
      bytes: Buffer.from(text, 'utf8'),
      kid: sha256(`kid:${text}`).toString('base64url').slice(0, 8),
      headers: new Map(),
    }))
  }
  return cached.keys
}

/**
 * Signs claims as a JWT of type `typ` (RFC 7519, RFC 8725 §3.11: explicit typing) with the newest
 * key.
 */
export function signJwt(typ: string, claims: Claims): string {
  const [key] = keys()
  const input = `${headerOf(key!, typ)}.${encode(claims)}`
  return `${input}.${signature(key!, input).toString('base64url')}`
}

/**
 * The claims of a JWT of type `typ` signed with one of our keys; null for everything else.
 * Algorithm and keys come from the settings only: `alg` other than HS256, `jku`, `jwk`, `x5u` and
 * unknown `kid`s have no effect (RFC 8725 §3.1, §3.10). Each part must be canonical base64url, so
 * that a token has only one spelling.
 */
export function verifyJwt(typ: string, token: string): Claims | null {
  if (token.length > 4096) return null
  const [header, payload, mac, ...rest] = token.split('.')
  if (!header || !payload || !mac || rest.length > 0) return null
  const given = decodeCanonical(mac)
  if (!given || !signedByUs(`${header}.${payload}`, given)) return null
  const head = parseObject(header)
  if (!head || head.alg !== 'HS256' || head.typ !== typ || 'crit' in head) return null
  return parseObject(payload)
}

function headerOf({ kid, headers }: Key, typ: string): string {
  let header = headers.get(typ)
  if (!header) headers.set(typ, (header = encode({ alg: 'HS256', typ, kid })))
  return header
}

function signedByUs(input: string, given: Buffer): boolean {
  return keys().some((key) => equalBytes(signature(key, input), given))
}

function encode(value: Claims): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

function decodeCanonical(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : null
}

function parseObject(part: string): Claims | null {
  const bytes = decodeCanonical(part)
  if (!bytes) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Claims)
      : null
  } catch {
    return null
  }
}

/**
 * Whether `value` is a valid time claim: whole, positive seconds (RFC 7519 §2 NumericDate, without
 * fractions).
 */
export function isNumericDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
