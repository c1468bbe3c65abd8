import { afterEach, describe, expect, it } from 'vitest'
import { newSigningKey, toPublicJwk } from '@/lib/config/signing-keys'
import { WELL_KNOWN } from '@/lib/http/well-known'
import { openTestGateway } from '@/tests/kit/open-test-gateway'

const keys = [newSigningKey(), newSigningKey('EdDSA')]
let close = async () => {}
afterEach(() => close())

async function open(env: Record<string, string> = {}) {
  const gateway = await openTestGateway({ env, pages: async (_, res) => void res.end('a page') })
  close = gateway.close
  return `http://localhost:${gateway.port}`
}
const KEYS = '/.well-known/jwks.json'
const METADATA = '/.well-known/openid-configuration'
const withKeys = { AUTH_JWT_SIGNING_KEYS: JSON.stringify(keys) }

describe('the published keys', () => {
  it('are the public parts of all signing keys, cacheable, and readable from any origin', async () => {
    const answer = await fetch((await open(withKeys)) + KEYS)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(await answer.json()).toEqual({ keys: keys.map(toPublicJwk) })
  })

  it('contain no private member and no private value', async () => {
    const url = await open(withKeys)
    for (const path of [KEYS, METADATA]) {
      const text = await (await fetch(url + path)).text()
      expect(text).not.toMatch(/"(?:d|p|q|dp|dq|qi|oth|k)"/)
      for (const { d } of keys) expect(text).not.toContain(d)
    }
  })

  it('are none while a secret signs', async () => {
    const answer = await fetch((await open()) + KEYS)
    expect(await answer.json()).toEqual({ keys: [] })
  })
})

describe('the metadata', () => {
  it('claims what exists and nothing else', async () => {
    const url = await open({ ...withKeys, AUTH_JWT_ISSUER: 'https://id.example.org' })
    expect(await (await fetch(url + METADATA)).json()).toEqual({
      issuer: 'https://id.example.org',
      jwks_uri: `${url}${KEYS}`,
      introspection_endpoint: `${url}/api/v1/auth/introspect`,
      introspection_endpoint_auth_methods_supported: ['Bearer'],
      access_token_signing_alg_values_supported: ['ES256', 'EdDSA'],
      service_documentation: `${url}/docs`,
    })
  })

  it('says HS256 while a secret signs', async () => {
    const metadata = await (await fetch((await open()) + METADATA)).json()
    expect(metadata).toMatchObject({ access_token_signing_alg_values_supported: ['HS256'] })
  })
})

describe.each([KEYS, METADATA])('%s', (path) => {
  it.each([withKeys, {}])('answers what the OpenAPI document describes: %#', async (env) => {
    const { responses } = WELL_KNOWN[path]!
    const answer: unknown = await (await fetch((await open(env)) + path)).json()
    expect(responses[200]!.safeParse(answer)).toMatchObject({ success: true })
  })

  it('answers HEAD like GET without a body', async () => {
    const url = (await open(withKeys)) + path
    const { headers } = await fetch(url)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
  })

  it('refuses other methods with 405', async () => {
    const url = (await open()) + path
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(url, { method })
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.get('allow')).toMatch(/GET, HEAD/)
    }
  })
})
