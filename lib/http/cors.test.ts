import { expect, it } from 'vitest'
import { corsHeaders, preflightResponse } from '@/lib/http/wire-response'
import { useSettings } from '@/lib/testing/test-settings'

const LISTED = 'https://app.example.com'

it.each([
  null,
  'null',
  '',
  'https://evil.example',
  'http://app.example.com',
  'https://app.example.com.evil.example',
  'https://evil-app.example.com',
  'https://app.example.com:8443',
  'https://APP.example.com',
  'https://app.example.com/',
])('lets no origin read answers that is not on the list: %j', (origin) => {
  useSettings({ CORS_ALLOWED_ORIGINS: LISTED })
  expect(corsHeaders(origin)).toEqual({ vary: 'Origin' })
  const { headers } = preflightResponse(origin, ['POST'])
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

it('lets listed origins read answers, but never with cookies', () => {
  useSettings({ CORS_ALLOWED_ORIGINS: LISTED })
  const { headers } = preflightResponse(LISTED, ['POST'])
  expect(headers).toMatchObject({
    vary: 'Origin',
    'access-control-allow-origin': LISTED,
    'access-control-allow-methods': 'POST',
  })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})

it('lets no origin read answers without a list', () => {
  useSettings({ CORS_ALLOWED_ORIGINS: '' })
  expect(corsHeaders(LISTED)).toEqual({})
})
