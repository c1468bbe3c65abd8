import { describe, expect, it } from 'vitest'
import { CURRENCIES, formatMoney, isCurrency, toDecimal, toMinor } from '@/lib/payments/money'
import { containsCardNumber, urlContainsCardNumber } from '@/lib/payments/card-number'
import { paymentListFields } from '@/lib/payments/payments.schemas'
import { fromStripeAmount, toStripeAmount } from '@/lib/payments/providers/stripe-objects'

describe('currencies', () => {
  it.each([
    [1050, 'EUR', '10.50'],
    [5, 'EUR', '0.05'],
    [1050, 'JPY', '1050'],
    [1050, 'KWD', '1.050'],
    [99_999_999n, 'USD', '999999.99'],
  ] as const)('format %s %s as %s, and parse it back', (minor, currency, decimal) => {
    expect(toDecimal(minor, currency)).toBe(decimal)
    expect(toMinor(decimal, currency)).toBe(Number(minor))
  })

  it.each(['', '-1', '1e3', '1.2.3', '0x10', '10.505', '1 000', '٣', '1234567890123'])(
    'parse nothing from %j',
    (text) => {
      expect(toMinor(text, 'EUR')).toBeNull()
    },
  )

  it('have their usual number of decimals', () => {
    expect(toMinor('10.5', 'JPY')).toBeNull()
    expect(toMinor('10,5', 'EUR')).toBe(1050)
    expect(formatMoney(1050n, 'EUR', 'en')).toBe('€10.50')
    expect(formatMoney(1050, 'JPY', 'en')).toBe('¥1,050')
    expect(formatMoney(1050, 'EUR', 'tr')).toBe('€10,50')
  })

  it('are the ISO 4217 currencies used for payments', () => {
    for (const code of ['EUR', 'TRY', 'ZWG', 'XCG']) expect(isCurrency(code)).toBe(true)
    for (const code of ['eur', 'XXX', 'XTS', 'XAU', 'ANG', 'HRK', 'BTC', '__proto__'])
      expect(isCurrency(code)).toBe(false)
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
    const known = new Set(Intl.supportedValuesOf('currency'))
    expect(CURRENCIES.filter((code) => !known.has(code))).toEqual([])
  })

  it('are converted to hundredths for Stripe where it expects them, although they have no decimals', () => {
    expect([
      toStripeAmount(500n, 'ISK'),
      toStripeAmount(500n, 'JPY'),
      toStripeAmount(500n, 'EUR'),
    ]).toEqual([50_000, 500, 500])
    expect([fromStripeAmount(50_000, 'isk'), fromStripeAmount(500, 'jpy')]).toEqual([500n, 500n])
  })

  it('are not charged a hundred times over where Stripe expects whole units and ISO 4217 has hundredths', () => {
    expect(toStripeAmount(10_500n, 'MGA')).toBe(105)
    expect(fromStripeAmount(105, 'mga')).toBe(10_500n)
    expect(() => toStripeAmount(10_550n, 'MGA')).toThrow('whole units')
  })
})

it('provider tokens are not mistaken for card numbers', () => {
  for (const token of [
    'pm_1MoBy5LkdIwHu7ixZhnattbh',
    'sim_frictionless',
    'pm_card_visa',
    'pm_20261122_120000',
  ])
    expect(containsCardNumber(token)).toBe(false)
})

const UUID = '019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e'

it.each([
  ['?c=4242424242424242', true],
  ['?c=4242+4242+4242+4242', true],
  ['?c=4242%2D4242-4242%204242', true],
  ['?c=%34%32%34%32%34%32%34%32%34%32%34%32%34%32%34%32', true],
  ['?c=%EF%BC%94242424242424242', true],
  ['?bad=%E0%A4%A&c=4242424242424242', true],
  ['?card[378282246310005]', true],
  ['/4242424242424242/paid', true],
  ['/4-4242424242424242', true],
  ['#5555555555554444', true],
  ['?c=4242424242424241', false],
  [`?order=${UUID}`, false],
  ['?t=1795813277123', false],
  ['?order=20261122000000000003', false],
  ['?payment=pm_1MoBy5LkdIwHu7ixZhnattbh', false],
])('an address with %s contains a card number: %s', (end, contains) => {
  expect(urlContainsCardNumber(`http://localhost:3000/${end}`)).toBe(contains)
})

it('time filters accept only what the database can store', () => {
  const { from } = paymentListFields
  for (const text of [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    'now',
    '2026-13-01T00:00:00Z',
  ])
    expect(from.safeParse(text).success).toBe(false)
  expect(from.safeParse('9999-12-31T23:59:59Z').success).toBe(true)
})
