/**
 * More UTF-16 units than any password of 128 code points needs in any normal form. Normalising is not linear for hostile
 * text, so length is looked at first.
 */
const MAX_UNITS = 1024

/**
 * The form in which a password is measured, hashed and compared: Unicode NFC (RFC 8265 §4.2), otherwise exactly as typed,
 * spaces included. Null for what no account can have as its password: longer than 1024 UTF-16 units, a NUL (bcrypt ends
 * there: `a` and `a\0a` would be one) or a lone surrogate (UTF-8 has none: all of them would be one).
 */
export function canonicalPassword(password: string): string | null {
  if (password.length > MAX_UNITS) return null
  if (/\0|\p{Surrogate}/u.test(password)) return null
  return password.normalize('NFC')
}
