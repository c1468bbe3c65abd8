import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { POST as logout } from '@/app/api/v1/auth/logout/route'
import { POST as refresh } from '@/app/api/v1/auth/refresh/route'
import { signOut } from '@/app/auth/logout/actions'
import { settings } from '@/lib/config/settings'
import { newSigningKey, toPublicJwk } from '@/lib/config/signing-keys'
import type { RouteHandler } from '@/lib/http/define-route'
import { publishedJwtKey, secretJwtKey, signJwt } from '@/lib/identity/sessions/jwt'
import { closeRequestBudgets } from '@/lib/protection/rate-limit/request-budgets'
import { submitAction } from '@/tests/kit/submit-action'
import { useSettings } from '@/tests/kit/test-settings'
import { answerWebRequest } from '@/lib/web/answer-web-request'
import { answerRenewal } from '@/lib/web/web-session'

// These tests have no database: a query would cause a 500.

const LIMIT = 3
const published = newSigningKey()
const publicText = JSON.stringify(toPublicJwk(published))
const id = '01938f6e-0000-7000-8000-000000000000'
const refreshClaims = {
  iss: 'http://localhost:3000',
  aud: 'urn:gatehouse:refresh',
  ...{ sub: id, sid: id, gen: 1, jti: 'AAAA', iat: 1_700_000_000, exp: 4_000_000_000 },
}
const FORGED = {
  garbage: 'x',
  'a token signed by someone else': 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJ0K2p3dCJ9.e30.AAAA',
  'a token as long as a header may be': 'x'.repeat(15_000),
  'a token signed with the key of access tokens': signJwt(
    'rt+jwt',
    refreshClaims,
    publishedJwtKey(published),
  ),
  'a token signed with the public key as a secret': signJwt('rt+jwt', refreshClaims, {
    ...secretJwtKey(publicText),
    kid: published.kid,
  }),
  'a token signed with another key that names the published one': signJwt('rt+jwt', refreshClaims, {
    ...publishedJwtKey(newSigningKey()),
    kid: published.kid,
  }),
}

beforeEach(
  () =>
    void useSettings({
      AUTH_IP_RATE_LIMIT: `${LIMIT}/1m`,
      AUTH_JWT_SIGNING_KEYS: JSON.stringify(published),
    }),
)
afterEach(() => closeRequestBudgets())

const call = (handler: RouteHandler) => (refresh_token: string) =>
  handler(
    new Request('http://localhost:3000/api/v1/auth/x', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    }),
    { params: Promise.resolve({}) },
  )
const browserRequest = (method: string, path: string, token: string) =>
  new Request(`http://localhost:3000${path}`, {
    method,
    headers: { origin: settings().baseUrl, 'x-gatehouse-page': path, cookie: `refresh=${token}` },
  })

const ENDPOINTS = [
  { endpoint: 'POST /auth/refresh of the API', send: call(refresh), refused: 401 },
  { endpoint: 'POST /auth/logout of the API', send: call(logout), refused: 204 },
  {
    endpoint: 'the renewal of an open page',
    send: (token: string) => answerRenewal(browserRequest('POST', '/auth/renew', token)),
    refused: 401,
  },
  {
    endpoint: 'a page',
    send: (token: string) => answerWebRequest(browserRequest('GET', '/dashboard', token)),
    refused: 303,
  },
  {
    endpoint: 'signing out in the browser',
    send: (token: string) =>
      submitAction(signOut, {
        page: '/auth/logout',
        fields: {},
        headers: Object.fromEntries(browserRequest('POST', '/auth/logout', token).headers),
      }),
    refused: 303,
  },
]

describe.each(ENDPOINTS)('at $endpoint', ({ send, refused }) => {
  it.each(Object.entries(FORGED))(
    '%s costs no query, and soon gets only a 429',
    async (_, token) => {
      for (let i = 0; i < LIMIT; i++) expect((await send(token)).status).toBe(refused)
      expect((await send(token)).status).toBe(429)
    },
  )
})
