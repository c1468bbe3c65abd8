import { describe, expect, it } from 'vitest'
import { normalizeTokenResponse } from '@/lib/identity/oauth/provider-connection'

const mended = async (said: unknown, init?: ResponseInit, idToken = false) =>
  (
    await normalizeTokenResponse(new Response(JSON.stringify(said), init), { idToken })
  ).json() as Promise<unknown>

describe('the answer of a token endpoint', () => {
  it.each([
    ['without a type of token', { access_token: 'a' }, { token_type: 'bearer', access_token: 'a' }],
    [
      'with a type',
      { access_token: 'a', token_type: 'Bearer' },
      { token_type: 'Bearer', access_token: 'a' },
    ],
    ['with scopes in a list', { scope: ['a', 'b'] }, { scope: 'a b' }],
    ['with scopes in a text', { scope: 'a b' }, { scope: 'a b' }],
    ['with no scopes', { scope: null }, {}],
    ['that is an error', { error: 'bad_verification_code' }, { error: 'bad_verification_code' }],
    [
      'with an id_token that nobody asked for',
      { access_token: 'a', id_token: 'x' },
      { token_type: 'bearer', access_token: 'a' },
    ],
  ])('%s is understood', async (_, said, expected) => {
    expect(await mended(said)).toEqual(expected)
  })

  it('keeps the id_token of OpenID Connect', async () => {
    expect(await mended({ id_token: 'x' }, {}, true)).toEqual({ id_token: 'x' })
  })

  it('loses a challenge that belongs to a refusal, and is JSON whatever it was said to be', async () => {
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
  ])('stays as it is when it is none: %s', async (text, status) => {
    const answer = await normalizeTokenResponse(new Response(text, { status }), { idToken: false })
    expect([answer.status, await answer.text()]).toEqual([status, text])
  })
})
