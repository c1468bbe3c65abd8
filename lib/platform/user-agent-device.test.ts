import { expect, it } from 'vitest'
import { describeDevice } from '@/lib/platform/user-agent'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['okhttp/4.12.0', 'okhttp'],
  ['Firefox, Linux', 'Firefox, Linux'],
])('names what is known: %s', (userAgent, description) => {
  expect(describeDevice(userAgent)).toBe(description)
})

it('passes on nothing that a sender wrote', () => {
  expect(describeDevice('Your account is closed, visit https://evil.example')).toBeNull()
  expect(describeDevice('Firefox https://evil.example\r\nBcc: x \u001b[2J Linux')).toBe(
    'Firefox, Linux',
  )
  expect(describeDevice('')).toBeNull()
})
