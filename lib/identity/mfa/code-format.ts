import { randomBytes } from 'node:crypto'
import { sha256 } from '@/lib/platform/crypto'

/** A code as typed, told apart by its form. */
export type TypedCode =
  | { kind: 'totp'; digits: string }
  | { kind: 'recovery_code'; hash: Buffer<ArrayBuffer> }
  | { kind: 'malformed' }

/**
 * Reads a code as people type it: blanks around and inside and hyphens do not matter, case neither.
 * Six ASCII digits are a code of the authenticator; other digits (full-width ones) are not mapped
 * to them, so that one text is one guess.
 */
export function parseCode(text: string): TypedCode {
  const compact = text.trim().replace(/[ -]/g, '')
  if (/^[0-9]{6}$/.test(compact)) return { kind: 'totp', digits: compact }
  const hash = recoveryCodeHash(compact)
  return hash ? { kind: 'recovery_code', hash } : { kind: 'malformed' }
}

/** Crockford's base32: no letter that is read as a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = 10
const LENGTH = 24
const GROUP = 4

/**
 * Ten recovery codes of 120 random bits each, as they are shown (six groups of four), and what is
 * stored of them.
 */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer<ArrayBuffer>[] } {
  const plain = Array.from({ length: CODES }, () =>
    [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  )
  const grouped = (code: string) => code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')
  return { codes: plain.map(grouped), hashes: plain.map(hashOf) }
}

/**
 * The hash under which a typed recovery code (no blanks or hyphens left) is looked up; null when it
 * has not the form of one.
 */
function recoveryCodeHash(typed: string): Buffer<ArrayBuffer> | null {
  const code = typed.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
  return code.length === LENGTH && [...code].every((char) => ALPHABET.includes(char))
    ? hashOf(code)
    : null
}

/** Unsalted SHA-256 does: nobody guesses 120 bits (ASVS 6.5.2 asks for more below 112). */
const hashOf = (code: string) => Buffer.from(sha256(`recovery\n${code}`))
