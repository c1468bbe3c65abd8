import { domainToUnicode } from 'node:url'

/** The spellings of a stored address: one more if its domain is internationalized. */
export function emailSpellings(email: string): string[] {
  const at = email.lastIndexOf('@') + 1
  // Empty if the domain is invalid.
  const domain = domainToUnicode(email.slice(at)) || email.slice(at)
  return [...new Set([email, email.slice(0, at) + domain])]
}
