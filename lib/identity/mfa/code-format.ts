import { randomBytes } from 'node:crypto'
import { sha256 } from '@/lib/platform/crypto'

/** A code as typed, classified by its form. */
export type TypedCode =
  | { kind: 'totp'; digits: string }
  | { kind: 'recovery_code'; hash: Buffer<ArrayBuffer> }
  | { kind: 'malformed' }

/**
 * Parses a code as typed, ignoring whitespace, hyphens and case. Six ASCII digits are an
 * authenticator code. Other digits (such as full-width ones) are not mapped to ASCII, so that one
 * text is one guess.
 */
export function parseCode(text: string): TypedCode {
  const compact = text.trim().replace(/[ -]/g, '')
  if (/^[0-9]{6}$/.test(compact)) return { kind: 'totp', digits: compact }
  const hash = recoveryCodeHash(compact)
  return hash ? { kind: 'recovery_code', hash } : { kind: 'malformed' }
}

/** Crockford's Base32: no letters that could be mistaken for digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = 10
const LENGTH = 24
const GROUP = 4

/**
 * Ten recovery codes of 120 random bits each, in display form (six groups of four), and the hashes
 * to store.
 */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer<ArrayBuffer>[] } {
  const plain = Array.from({ length: CODES }, () =>
    [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  )
  const grouped = (code: string) => code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')
  return { codes: plain.map(grouped), hashes: plain.map(hashOf) }
}

/**
 * The lookup hash of a typed recovery code (whitespace and hyphens already removed). Null when it
 * is malformed.
 */
function recoveryCodeHash(typed: string): Buffer<ArrayBuffer> | null {
  const code = typed.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
  return code.length === LENGTH && [...code].every((char) => ALPHABET.includes(char))
    ? hashOf(code)
    : null
}

/**
 * Unsalted SHA-256 is enough: 120 bits can't be guessed (ASVS 6.5.2 requires more only below 112).
 */
const hashOf = (code: string) => sha256(`recovery\n${code}`)
