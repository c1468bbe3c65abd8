import { settings } from '@/lib/config/settings'

/** The longest accepted input: a number as typed, with spaces and hyphens. */
export const PHONE_INPUT_LENGTH = 32

const E164 = /^\+[1-9]\d{6,14}$/

/** Assigned country calling codes (ITU-T E.164). No code is a prefix of another. */
const CALLING_CODES =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[12368]|22\d|23\d|24\d|25[0-8]|26\d|29[01789]|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59\d|67[02-9]|68[0-35-9]|69[0-2]|85[02356]|88[06]|96[0-8]|97[0-7]|99[2-68])/

/**
 * Area codes of +1 outside the United States, its territories and Canada: separate countries,
 * several of them expensive.
 */
const CARIBBEAN =
  /^1(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)/

/**
 * North American numbers: no area code or exchange starts with 0 or 1, and N11 codes are services.
 */
const NORTH_AMERICAN = /^1(?![2-9]11)[2-9]\d{2}(?![2-9]11)[2-9]\d{6}$/

/**
 * Premium-rate, shared-cost, freephone, personal, pager and service numbers in countries where they
 * look like ordinary numbers.
 */
const NON_PERSONAL_RANGES: readonly RegExp[] = [
  // +1 500 555 00xx are test numbers of Twilio.
  /^1(?:5(?:00(?!55500)|2[1-9]|33|44|66|77|88)|700|900|8(?:00|22|33|44|55|66|77|88)|\d{3}976)/,
  /^31(?:8|90)/,
  /^32(?:70|90)/,
  /^33(?:8)/,
  /^34(?:80[0-9]|90[0-9])/,
  /^353(?:15|18)/,
  /^39(?:1|8)/,
  /^41(?:8|90)/,
  /^43(?:8|9)/,
  // 76 is for pagers, but 7624 for mobile phones of the Isle of Man.
  /^44(?:3|5|70|76(?!24)|8|9)/,
  /^46(?:20|77|900|939|944|99)/,
  /^48(?:70|80)/,
  /^49(?:1[38]|700|800|900)/,
  /^61(?:1)/,
  /^90(?:444|8(?:00|11|22|50|88|98)|900)/,
]

/**
 * Removes spaces, hyphens, dots and parentheses from a number as typed. Null if it isn't a number
 * in international format.
 */
export function normalizePhone(typed: string): string | null {
  if (typed.length > PHONE_INPUT_LENGTH) return null
  const phone = typed.replace(/[\s().\u2010-\u2015-]/g, '')
  return E164.test(phone) && CALLING_CODES.test(phone.slice(1)) ? phone : null
}

/**
 * The country of a number: its calling code, plus the area code for +1 countries other than the
 * United States and Canada. Null for codes without a country, such as satellite networks.
 */
export function countryOf(phone: string): string | null {
  const digits = phone.slice(1)
  const caribbean = CARIBBEAN.exec(digits)
  return caribbean ? `1${caribbean[1]}` : (CALLING_CODES.exec(digits)?.[0] ?? null)
}

/**
 * Whether messages may be sent to a number: an ordinary number in a country that
 * SMS_ALLOWED_COUNTRIES allows.
 */
export function mayReceiveTexts(phone: string): boolean {
  const digits = phone.slice(1)
  const country = countryOf(phone)
  if (country === null || NON_PERSONAL_RANGES.some((range) => range.test(digits))) return false
  if (digits.startsWith('1') && !NORTH_AMERICAN.test(digits)) return false
  const { allowedCountries } = settings().sms
  return allowedCountries.length === 0 || allowedCountries.includes(country)
}

/** The number with only the country and the last two digits visible. */
export function maskPhone(phone: string): string {
  const shown = (countryOf(phone) ?? '').slice(0, 3)
  return `+${shown}${'*'.repeat(Math.max(phone.length - shown.length - 3, 0))}${phone.slice(-2)}`
}
