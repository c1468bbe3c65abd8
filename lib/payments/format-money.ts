import type { Locale } from '@/lib/i18n/locale'
import { exponentOf, toDecimal } from '@/lib/payments/currencies'

/** An amount in minor units as people write it: `€10.50`. The code stands in place of a symbol that several currencies share. */
export function formatMoney(minor: bigint | number, currency: string, locale: Locale): string {
  const digits = exponentOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...options })
  return format.format(toDecimal(minor, currency) as Intl.StringNumericLiteral)
}
