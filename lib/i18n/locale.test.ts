import { expect, test } from 'vitest'
import { formatDuration, formatInstant, formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import { type Locale, negotiateLocale } from '@/lib/i18n/locale'

test.each([
  [null, 'en'],
  ['', 'en'],
  ['tr', 'tr'],
  ['tr-TR,tr;q=0.9,en-US;q=0.8', 'tr'],
  ['de-DE,de;q=0.9,tr;q=0.5,en;q=0.4', 'tr'],
  ['en;q=0.1, tr;q=0.9', 'tr'],
  ['tr;q=0, en', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  [';;;q=tr,,', 'en'],
])('Accept-Language %j means %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale)
})

test('placeholders are filled, and one without a value stays visible', () => {
  expect(formatMessage('{a} and {b}', { a: 1 })).toBe('1 and {b}')
})

test('a value cannot inject a placeholder or a replacement pattern', () => {
  expect(formatMessage('{name}!', { name: '{name} $& $1' })).toBe('{name} $& $1!')
})

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  [20, 'just now', 'az önce'],
  [-90, 'just now', 'az önce'],
  [180, '3 minutes ago', '3 dakika önce'],
  [7_300, '2 hours ago', '2 saat önce'],
  [86_400, 'yesterday', 'dün'],
])('%i seconds ago reads as %j and %j', (seconds, en, tr) => {
  const instant = new Date(now.getTime() - seconds * 1000)
  expect([formatTimeAgo(instant, now, 'en'), formatTimeAgo(instant, now, 'tr')]).toEqual([en, tr])
})

test.each([
  [20, 'Just now', 'Az önce'],
  [180, '3 minutes ago', '3 dakika önce'],
  [86_400, 'Yesterday', 'Dün'],
  [31_536_000, 'Last year', 'Geçen yıl'],
])('%i seconds ago alone in a table reads as %j and %j', (seconds, en, tr) => {
  const instant = new Date(now.getTime() - seconds * 1000)
  const alone = (locale: Locale) => formatTimeAgo(instant, now, locale, { alone: true })
  expect([alone('en'), alone('tr')]).toEqual([en, tr])
})

test('an instant without a time zone says that it is in UTC', () => {
  expect(formatInstant(now, 'en')).toBe('Nov 21, 2026, 12:00 UTC')
  expect(formatInstant(now, 'tr', { timeZone: 'Europe/Istanbul' })).toBe('21 Kas 2026 15:00')
  expect(formatInstant(now, 'en', { seconds: true })).toBe('Nov 21, 2026, 12:00:00 UTC')
})

test.each([
  [1, '1 second', '1 saniye'],
  [59.2, '60 seconds', '60 saniye'],
  [61, '2 minutes', '2 dakika'],
  [900, '15 minutes', '15 dakika'],
])('a wait of %d seconds reads as %j and %j', (seconds, en, tr) => {
  expect([formatDuration(seconds, 'en'), formatDuration(seconds, 'tr')]).toEqual([en, tr])
})
