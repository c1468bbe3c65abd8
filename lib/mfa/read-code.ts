import { recoveryCodeHash } from '@/lib/mfa/recovery-codes'

/** A code as typed, told apart by its form. */
export type TypedCode =
  | { kind: 'totp'; digits: string }
  | { kind: 'recovery_code'; hash: Buffer<ArrayBuffer> }
  | { kind: 'malformed' }

/**
 * Reads a code as people type it: blanks around and inside and hyphens do not matter, case neither. Six ASCII digits are a code
 * of the authenticator; other digits (full-width ones) are not mapped to them, so that one text is one guess.
 */
export function readCode(text: string): TypedCode {
  const compact = text.trim().replace(/[ -]/g, '')
  if (/^[0-9]{6}$/.test(compact)) return { kind: 'totp', digits: compact }
  const hash = recoveryCodeHash(compact)
  return hash ? { kind: 'recovery_code', hash } : { kind: 'malformed' }
}
