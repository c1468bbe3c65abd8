import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { BCRYPT_MAX_BYTES } from '@/lib/identity/passwords/bcrypt-hash'
import { COMMON_PASSWORDS } from '@/lib/identity/passwords/common-passwords'
import { AMBIGUOUS, canonicalPassword } from '@/lib/identity/passwords/password-hash'
import { type FieldError, type Refusal, refuse } from '@/lib/platform/problems'

/**
 * Refuses a new password that is too weak and says why; null when it is strong enough. `pointer`
 * names the field.
 */
export function checkPasswordStrength(
  password: string,
  about: { email: string | null; pointer: string },
): Refusal | null {
  const errors = findPasswordErrors(password, about)
  return errors.length > 0 ? refuse('password_too_weak', { errors }) : null
}

export const PASSWORD_MAX_LENGTH = 128

/**
 * Context-specific words (OWASP ASVS 5.0 V6.1.2) are the product's name and the user's own address.
 * If shorter ones than this were matched anywhere inside, half of all passwords would be refused.
 */
const SHORTEST_CONTAINED = 4

/**
 * What is wrong with a new password; empty when nothing is. Length counts code points of the NFC
 * form, from AUTH_PASSWORD_MIN_LENGTH to 128. Also refused: common passwords, even with digits or
 * punctuation around them; the product's name or the local part of `email` anywhere inside (under
 * four characters: only when nothing else is left without the surrounding digits and punctuation).
 * No composition rules, no strength estimate. `pointer` is the JSON Pointer of the field.
 */
export function findPasswordErrors(
  password: string,
  { email, pointer }: { email: string | null; pointer: string },
): FieldError[] {
  const fault = ([code, detail, figures]: Fault): FieldError => ({ pointer, code, detail, figures })
  const canonical = canonicalPassword(password)
  if (canonical === null)
    return [fault(AMBIGUOUS.test(password.slice(0, 2048)) ? UNREADABLE : TOO_LONG)]
  const length = [...canonical].length
  const { minLength, hash } = settings().passwords
  if (length > PASSWORD_MAX_LENGTH) return [fault(TOO_LONG)]
  const faults =
    hash === 'bcrypt' && Buffer.byteLength(canonical) > BCRYPT_MAX_BYTES
      ? [tooManyBytes(canonical)]
      : []
  if (length < minLength) faults.push(tooShort(minLength))
  const lowerCase = canonical.toLowerCase()
  if (isCommonPassword(lowerCase)) faults.push(COMMON)
  if (namesProduct(lowerCase)) faults.push(CONTAINS_SERVICE_NAME)
  if (email !== null && namesOwner(lowerCase, email)) faults.push(CONTAINS_EMAIL)
  return faults.map(fault)
}

/** How many characters at the start of a text fit into that many bytes. */
function charactersWithin(text: string, bytes: number): number {
  // `stream` leaves out a character that was cut in two.
  const start = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true })
  return [...start].length
}

function namesOwner(lowerCase: string, email: string): boolean {
  const localPart = email.split('@', 1)[0]?.normalize('NFC').toLowerCase()
  return Boolean(localPart) && containsWord(lowerCase, localPart!)
}

/**
 * Matches the product's name as written, or without characters other than letters and digits: "Acme
 * ID" and "acmeid".
 */
function namesProduct(lowerCase: string): boolean {
  const name = settings().brand.productName.normalize('NFC').toLowerCase()
  const compact = name.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return containsWord(lowerCase, name) || containsWord(lowerCase, compact)
}

function containsWord(lowerCase: string, word: string): boolean {
  if (word.length >= SHORTEST_CONTAINED) return lowerCase.includes(word)
  return lowerCase === word || passwordCore(lowerCase) === word
}

type Fault = readonly [code: string, detail: string, figures?: FieldError['figures']]

const tooShort = (min: number): Fault => [
  'password_too_short',
  `Use at least ${min} characters. A few unrelated words are easy to remember.`,
]
const TOO_LONG: Fault = [
  'password_too_long',
  `Use up to ${PASSWORD_MAX_LENGTH} characters.`,
  { max: PASSWORD_MAX_LENGTH },
]
const tooManyBytes = (canonical: string): Fault => [
  'password_too_long',
  `Use up to ${BCRYPT_MAX_BYTES} bytes. Accented letters count as 2, other scripts and emoji as up to 4.`,
  { max: charactersWithin(canonical, BCRYPT_MAX_BYTES) },
]
const UNREADABLE: Fault = [
  'password_unreadable',
  'This contains a character that can’t be stored. Use letters, digits, spaces, and punctuation.',
]
const COMMON: Fault = ['password_common', 'This password is too common. Choose a different one.']
const CONTAINS_SERVICE_NAME: Fault = [
  'password_contains_service_name',
  'Don’t use the name of this service. Attackers try it first.',
]
const CONTAINS_EMAIL: Fault = [
  'password_contains_email',
  'Don’t use your email address. Attackers try it first.',
]

const SHORTEST_CORE = 4

const commonPasswords = () =>
  processSingleton('common-passwords', () => new Set(COMMON_PASSWORDS.trim().split(/\s+/)))

/**
 * Whether a password (lowercase) is on the bundled list of common ones, either as it is, without
 * the surrounding punctuation, or without the surrounding digits and punctuation: `password2024!!`
 * becomes `password`. A core under four characters is not looked up.
 */
export function isCommonPassword(lowerCase: string): boolean {
  const withoutPunctuation = lowerCase.replace(/^[\p{P}\p{S}\p{Z}]+|[\p{P}\p{S}\p{Z}]+$/gu, '')
  return [lowerCase, withoutPunctuation, passwordCore(lowerCase)].some(
    (form) => form.length >= SHORTEST_CORE && commonPasswords().has(form),
  )
}

/** The password without leading and trailing digits, punctuation, symbols and spaces. */
function passwordCore(text: string): string {
  return text.replace(/^[\p{N}\p{P}\p{S}\p{Z}]+|[\p{N}\p{P}\p{S}\p{Z}]+$/gu, '')
}
