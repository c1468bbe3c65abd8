import { COMMON_PASSWORDS } from '@/lib/passwords/common-passwords'
import { remember } from '@/lib/platform/remember'

const SHORTEST_CORE = 4

const commonPasswords = () =>
  remember('common-passwords', () => new Set(COMMON_PASSWORDS.trim().split(/\s+/)))

/**
 * Whether a password (lower case) is on the shipped list of common ones, as it is, without the punctuation around it, or
 * without the digits and punctuation around it: `password2024!!` is `password`. A core under four characters says nothing.
 */
export function isCommonPassword(lowerCase: string): boolean {
  const withoutPunctuation = lowerCase.replace(/^[\p{P}\p{S}\p{Z}]+|[\p{P}\p{S}\p{Z}]+$/gu, '')
  return [lowerCase, withoutPunctuation, passwordCore(lowerCase)].some(
    (form) => form.length >= SHORTEST_CORE && commonPasswords().has(form),
  )
}

/** What is left of a password when leading and trailing digits, punctuation, symbols and spaces are taken off. */
export function passwordCore(text: string): string {
  return text.replace(/^[\p{N}\p{P}\p{S}\p{Z}]+|[\p{N}\p{P}\p{S}\p{Z}]+$/gu, '')
}
