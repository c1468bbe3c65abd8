import { beforeEach, describe, expect, it } from 'vitest'
import {
  countryOf,
  maskPhone,
  mayReceiveTexts,
  normalizePhone,
} from '@/lib/messaging/sms/phone-number'
import { useSettings } from '@/tests/kit/test-settings'

beforeEach(() => void useSettings())

describe('a phone number', () => {
  it.each([
    ['+1 (202) 555-0123', '+12025550123'],
    ['+90 532 123 45 67', '+905321234567'],
    ['+44.7700.900123', '+447700900123'],
  ])('is accepted with common punctuation: %s', (typed, phone) =>
    expect(normalizePhone(typed)).toBe(phone),
  )

  it.each([
    '',
    '+',
    '2025550123',
    '002025550123',
    '+0123456789',
    '+1234567890123456',
    '+1202555012x',
    '+12025550123\0',
    '+12025550123;+905321234567',
    '+2590000000',
    '+9999999999',
    `+1${' '.repeat(40)}2025550123`,
    '٠١٢٣٤٥٦٧٨٩',
  ])('is refused if invalid: %j', (typed) => expect(normalizePhone(typed)).toBeNull())

  it.each([
    ['+12025550123', '1'],
    ['+18765550123', '1876'],
    ['+905321234567', '90'],
    ['+447700900123', '44'],
    ['+358401234567', '358'],
    ['+77011234567', '7'],
  ])('belongs to a country: %s', (phone, country) => expect(countryOf(phone)).toBe(country))

  it.each([
    ['premium rate', '+19005550123'],
    ['premium rate', '+449098790123'],
    ['premium rate', '+909001234567'],
    ['premium rate', '+33899123456'],
    ['personal numbers at high rates', '+447012345678'],
    ['personal numbers', '+15005550123'],
    ['personal numbers', '+15225550123'],
    ['personal numbers', '+15885550123'],
    ['a carrier’s own service', '+17005550123'],
    ['a pager', '+447612345678'],
    ['freephone', '+18005550123'],
    ['a service number', '+12119550123'],
    ['an exchange starting with 1', '+12021550123'],
    ['too short for its zone', '+1202555012'],
  ])('cannot receive messages: %s, %s', (_, phone) => {
    expect(normalizePhone(phone)).toBe(phone)
    expect(mayReceiveTexts(phone)).toBe(false)
  })

  it.each([
    ['Arizona', '+15205550123'],
    ['Oregon', '+15035550123'],
    ['a test of Twilio', '+15005550006'],
    ['the Isle of Man', '+447624123456'],
    ['the United Kingdom', '+447512345678'],
  ])('can receive messages beside such ranges: %s, %s', (_, phone) =>
    expect(mayReceiveTexts(phone)).toBe(true),
  )

  it.each(['+870776312345', '+881612345678', '+882131234567', '+979123456789', '+80012345678'])(
    'of a satellite, international or freephone network is refused: %s',
    (phone) => expect(normalizePhone(phone)).toBeNull(),
  )

  it("can receive messages only in allowed countries; the Caribbean isn't part of the United States", () => {
    useSettings({ SMS_ALLOWED_COUNTRIES: '1,44' })
    expect(mayReceiveTexts('+12025550123')).toBe(true)
    expect(mayReceiveTexts('+447700900123')).toBe(true)
    expect(mayReceiveTexts('+905321234567')).toBe(false)
    expect(mayReceiveTexts('+18765550123')).toBe(false)
    useSettings({ SMS_ALLOWED_COUNTRIES: '1876' })
    expect(mayReceiveTexts('+18765550123')).toBe(true)
    expect(mayReceiveTexts('+12025550123')).toBe(false)
  })

  it('is masked for everyone except its owner', () => {
    expect(maskPhone('+12025550123')).toBe('+1********23')
    expect(maskPhone('+905321234567')).toBe('+90********67')
  })
})
