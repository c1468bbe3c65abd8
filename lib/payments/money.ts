import type { Locale } from '@/lib/i18n/locale'

/** ISO 4217 currencies that don't have two decimals. */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
}

/** Active ISO 4217 codes (list one) used for payments: without funds, metals and test codes. */
const CODES = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR
ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF
YER ZAR ZMW ZWG`.split(/\s+/),
)

/** The currencies that can be charged, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...CODES].sort()

/** Whether this is an uppercase currency code. */
export function isCurrency(code: string): boolean {
  return CODES.has(code)
}

/** The number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2
}

/** An amount in minor units as a decimal number: 1050 EUR is `10.50`. */
export function toDecimal(minor: bigint | number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Converts a decimal number typed by a user to minor units; null if it isn't a number or has more
 * decimals than the currency.
 */
export function toMinor(decimal: string, currency: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(decimal.trim()) ?? []
  const exponent = exponentOf(currency)
  if (whole === undefined || fraction.length > exponent) return null
  return Number(whole + fraction.padEnd(exponent, '0'))
}

function of(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]))
}

/**
 * Formats an amount in minor units for display: `€10.50`. Uses the currency code instead of a
 * symbol that several currencies share.
 */
export function formatMoney(minor: bigint | number, currency: string, locale: Locale): string {
  const digits = exponentOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...options })
  return format.format(toDecimal(minor, currency) as Intl.StringNumericLiteral)
}
