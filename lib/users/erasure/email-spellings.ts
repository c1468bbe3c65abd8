import { domainToUnicode } from 'node:url'
import { normalizeEmail } from '@/lib/config/email-address'

/**
 * The spellings of an address: as given, as it is stored, and with its domain as it is written if
 * that is internationalized. Only if this converts back: the invalid label `xn--example-` would be
 * decoded to `example`, the domain of others.
 */
export function emailSpellings(given: string): string[] {
  const email = normalizeEmail(given)
  const at = email.lastIndexOf('@') + 1
  const written = email.slice(0, at) + domainToUnicode(email.slice(at))
  return [...new Set([given, email, ...(normalizeEmail(written) === email ? [written] : [])])]
}
