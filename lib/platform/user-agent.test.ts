import { expect, test } from 'vitest'
import { readUserAgent } from '@/lib/platform/user-agent'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    'Chrome',
    'Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`,
    'Edge',
    'Windows',
    'desktop',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 15917) ${chrome} Safari/537.36`, 'Chrome', 'ChromeOS', 'desktop'],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X910) ${chrome} Safari/537.36`,
    'Chrome',
    'Android',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 ${chrome} Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
    'Safari',
    'macOS',
    'desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPad',
    'tablet',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox',
    'Linux',
    'desktop',
  ],
  ['curl/8.5.0', 'curl', null, 'program'],
  ['okhttp/5.0.0', 'okhttp', null, 'program'],
  ['Shop/3 CFNetwork/1568.200.51 Darwin/24.1.0', 'iOS app', null, 'program'],
  [null, null, null, 'program'],
  ['', null, null, 'program'],
])('%s', (userAgent, program, system, form) => {
  expect(readUserAgent(userAgent)).toEqual({ program, system, form })
})

test('passes on nothing of the header itself', () => {
  expect(readUserAgent('Visit https://evil.example/ now')).toEqual({
    program: null,
    system: null,
    form: 'program',
  })
})

test('reads a megabyte as fast as its beginning', () => {
  expect(readUserAgent('Android '.repeat(125_000)).system).toBe('Android')
})
