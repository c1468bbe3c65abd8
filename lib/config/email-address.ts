import { z } from 'zod'

/** zod's practical form, and top-level domains in ASCII form, such as xn--p1ai. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/
const ASCII_ONLY = /^\p{ASCII}*$/u
/**
 * A label that decodes to ASCII, and one with an empty ASCII part, which another spelling of the
 * same label lacks (RFC 3492 §3.1): both are decoded, but never the result of encoding.
 */
const MISENCODED = /(?:^|\.)xn--(?:[^.]*-|-[^.-]*)(?:\.|$)/
/** The longest domain name (RFC 1035 §2.3.4). */
const MAX_DOMAIN = 253
/**
 * Other characters would end the host name, be decoded, or be dropped by the parser of URLs. The
 * Ohm, Kelvin, and Angstrom signs would become letters in NFC.
 */
const DOMAIN_CHARACTERS = /^(?:(?![\p{DI}\u2126\u212A\u212B])[\p{L}\p{M}\p{N}.-])+$/u

/**
 * An email address in a practical form (no quotes, comments, lists or IP literals). Normalized, so
 * that addresses are compared as they are stored. ASCII only, so that no lookalike of a taken
 * address can be registered. At most 254 characters with 64 before the @ (RFC 5321 §4.5.3.1).
 */
export const emailAddress = (invalid: string, tooLong = invalid) =>
  storedEmailAddress(invalid, tooLong).refine(hasValidDomain, { error: invalid })

/**
 * The same, also with an invalid label `xn--…`, which earlier versions accepted: the owner of such
 * an address still signs in.
 */
export const storedEmailAddress = (invalid: string, tooLong = invalid) =>
  z
    .string()
    .transform(normalizeEmail)
    .pipe(
      z
        .email({ pattern: EMAIL, error: invalid })
        .max(254, { error: tooLong })
        .refine((email) => email.indexOf('@') <= 64, { error: invalid }),
    )

/**
 * Whether each label `xn--…` of the domain decodes, and to text that encodes to it (RFC 5891 §5.4).
 * No domain can have another one: `xn--example-` would be shown as `example`, which is someone
 * else's.
 */
function hasValidDomain(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return !domain.includes('xn--') || (!MISENCODED.test(domain) && URL.canParse(`http://${domain}`))
}

/**
 * The form in which addresses are stored and compared: trimmed, lowercased, and with an
 * internationalized domain in ASCII. Other text that isn't ASCII is returned unchanged, because its
 * lowercase form could be the address of someone else (U+212A, the Kelvin sign, becomes k).
 */
export function normalizeEmail(typed: string): string {
  const text = withAsciiDomain(typed.trim())
  return ASCII_ONLY.test(text) ? text.toLowerCase() : text
}

/** Text in which what follows the last @ is in ASCII, if it is an internationalized domain. */
export function withAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0 || ASCII_ONLY.test(text)) return text
  const domain = asciiDomain(text.slice(at + 1))
  return domain === null ? text : `${text.slice(0, at)}@${domain}`
}

/** A domain in the form that normalized addresses have. Returned unchanged if it is not valid. */
export function normalizeDomain(typed: string): string {
  return ASCII_ONLY.test(typed) ? typed.toLowerCase() : (asciiDomain(typed) ?? typed)
}

/**
 * An internationalized domain in ASCII (UTS #46, as browsers convert it). Null if it has characters
 * that stand for others, such as full-width letters: a sign-in provider could take the address for
 * another one, and vouch for it without having verified it.
 */
function asciiDomain(typed: string): string | null {
  if (typed.length > MAX_DOMAIN || !DOMAIN_CHARACTERS.test(typed)) return null
  const domain = lowerCase(typed.normalize('NFC'))
  if (ASCII_ONLY.test(domain) || domain.normalize('NFKC') !== domain) return null
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : null
}

/** Letter by letter, because UTS #46 has no final sigma. */
function lowerCase(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase()).join('')
}
