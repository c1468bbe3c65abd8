import { domainToUnicode } from 'node:url'
import { normalizeEmail } from '@/lib/config/email-address'

/**
 * The spellings of an address: as given, as it is stored, and, if its domain is internationalized,
 * with the domain as it is written. The last is left out unless it converts back, because the
 * invalid label `xn--example-` would be decoded to `example`, a domain of someone else.
 */
export function emailSpellings(given: string): string[] {
  const email = normalizeEmail(given)
  const at = email.lastIndexOf('@') + 1
  const written = email.slice(0, at) + domainToUnicode(email.slice(at))
  return [...new Set([given, email, ...(normalizeEmail(written) === email ? [written] : [])])]
}
