import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from '@/lib/http/request-checks'

const own = { baseUrl: 'https://id.example.com', local: false }
const asked = (headers: Record<string, string>, from = own) =>
  isOwnOrigin(new Headers(headers), from)

describe('an unsafe request', () => {
  it.each([
    ['its own Origin', { origin: 'https://id.example.com' }],
    [
      'its own Origin and site',
      { origin: 'https://id.example.com', 'sec-fetch-site': 'same-origin' },
    ],
    ['a null Origin from a no-referrer page', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['no Origin but a same-origin site', { 'sec-fetch-site': 'same-origin' }],
  ])('is accepted with %s', (_, headers) => {
    expect(asked(headers as unknown as Record<string, string>)).toBe(true)
  })

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    [
      'a foreign Origin that claims same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['a null Origin alone', { origin: 'null' }],
    ['a null Origin from another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['neither header', {}],
    ['neither, though the Referer looks right', { referer: 'https://id.example.com/auth/login' }],
    [
      'its own Origin seen from another site',
      { origin: 'https://id.example.com', 'sec-fetch-site': 'cross-site' },
    ],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['another scheme', { origin: 'http://id.example.com' }],
    ['another port', { origin: 'https://id.example.com:8443' }],
    ['a longer host', { origin: 'https://id.example.com.evil.example' }],
    ['a subdomain', { origin: 'https://a.id.example.com' }],
    ['an Origin list', { origin: 'https://id.example.com https://evil.example' }],
    [
      'its Host named as Origin (production)',
      { origin: 'http://localhost:3000', host: 'localhost:3000' },
    ],
    [
      'a forwarded host',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    ],
  ])('is refused with %s', (_, headers) => {
    expect(asked(headers as unknown as Record<string, string>)).toBe(false)
  })

  it('may come from any name of this machine in local mode, but only from its own port', () => {
    const local = { baseUrl: 'http://localhost:3000', local: true }
    for (const host of ['127.0.0.1:3000', '127.0.0.2:3000', 'app.localhost:3000', '[::1]:3000'])
      expect(asked({ origin: `http://${host}`, host }, local), host).toBe(true)
    expect(asked({ origin: 'http://127.0.0.1:4000', host: '127.0.0.1:3000' }, local)).toBe(false)
    expect(
      asked({ origin: 'http://rebound.example:3000', host: 'rebound.example:3000' }, local),
    ).toBe(false)
  })
})
