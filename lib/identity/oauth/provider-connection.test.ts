import { describe, expect, it } from 'vitest'
import { normalizeTokenResponse } from '@/lib/identity/oauth/provider-connection'

const normalized = async (said: unknown, init?: ResponseInit, idToken = false) =>
  (
    await normalizeTokenResponse(new Response(JSON.stringify(said), init), { idToken })
  ).json() as Promise<unknown>

describe("a token endpoint's response", () => {
  it.each([
    ['without a type of token', { access_token: 'a' }, { token_type: 'bearer', access_token: 'a' }],
    [
      'with a type',
      { access_token: 'a', token_type: 'Bearer' },
      { token_type: 'Bearer', access_token: 'a' },
    ],
    ['with scopes in a list', { scope: ['a', 'b'] }, { scope: 'a b' }],
    ['with scopes in a string', { scope: 'a b' }, { scope: 'a b' }],
    ['with no scopes', { scope: null }, {}],
    ['that is an error', { error: 'bad_verification_code' }, { error: 'bad_verification_code' }],
    [
      'with an unrequested id_token',
      { access_token: 'a', id_token: 'x' },
      { token_type: 'bearer', access_token: 'a' },
    ],
  ])('%s is understood', async (_, said, expected) => {
    expect(await normalized(said)).toEqual(expected)
  })

  it('keeps the id_token of OpenID Connect', async () => {
    expect(await normalized({ id_token: 'x' }, {}, true)).toEqual({ id_token: 'x' })
  })

  it('loses a challenge that belongs to an error, and counts as JSON whatever type it declares', async () => {
    const headers = { 'www-authenticate': 'Bearer', 'content-type': 'text/plain' }
    const answer = await normalizeTokenResponse(new Response('{}', { headers }), { idToken: false })
    expect([...answer.headers.keys()]).toEqual(['content-type'])
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  it.each([
    ['<h1>Maintenance</h1>', 200],
    ['[]', 200],
    ['null', 200],
    ['{"error":"invalid_grant"}', 400],
  ])('is unchanged when it is not a token response: %s', async (text, status) => {
    const answer = await normalizeTokenResponse(new Response(text, { status }), { idToken: false })
    expect([answer.status, await answer.text()]).toEqual([status, text])
  })
})
