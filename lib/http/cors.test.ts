import { expect, it } from 'vitest'
import * as declared from '@/lib/http/request-headers'
import { corsHeaders, preflightResponse } from '@/lib/http/wire-response'
import { useSettings } from '@/tests/kit/test-settings'

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

it('lets listed origins send every header that routes read', () => {
  useSettings({ CORS_ALLOWED_ORIGINS: LISTED })
  const { headers } = preflightResponse(LISTED, ['POST'])
  const allowed = headers['access-control-allow-headers']!.split(', ')
  const isHeader = (value: object) => 'name' in value && 'read' in value
  const names = Object.values(declared)
    .filter((value) => typeof value === 'object')
    .flatMap((value) => (isHeader(value) ? [value] : Object.values(value)))
    .map((header) => (header as declared.RequestHeader<unknown>).name.toLowerCase())
    // Browsers always allow the first one, and only servers send the others.
    .filter((name) => !/^accept-language$|-signature$/.test(name))
  expect(names).toContain('if-range')
  expect(allowed).toEqual(expect.arrayContaining(names))
})

it('lets listed origins read where a created object is, and the name and range of a file', () => {
  useSettings({ CORS_ALLOWED_ORIGINS: LISTED })
  const exposed = corsHeaders(LISTED)['access-control-expose-headers']!.split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining(['location', 'content-disposition', 'content-range']),
  )
})

it('lets no origin read answers without a list', () => {
  useSettings({ CORS_ALLOWED_ORIGINS: '' })
  expect(corsHeaders(LISTED)).toEqual({})
})
