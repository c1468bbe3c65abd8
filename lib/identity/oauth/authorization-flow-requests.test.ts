import { afterEach, describe, expect, it, vi } from 'vitest'
import { settingName } from '@/lib/config/provider-names'
import { exchangeCode } from '@/lib/identity/oauth/authorization-flow'
import { catalogSettings } from '@/tests/kit/catalog-settings'
import { useSettings } from '@/tests/kit/test-settings'

afterEach(() => vi.unstubAllGlobals())

interface Asked {
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

/**
 * Signs in at a provider that issues this token and then returns this profile. Returns the requests
 * it received.
 */
async function signIn(
  id: string,
  by: { token?: object; said: object; env?: Record<string, string> },
) {
  useSettings({ ...catalogSettings(id), ...by.env })
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { body?: unknown }) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    asked.push({
      url,
      method: init.method ?? 'GET',
      headers,
      body: new URLSearchParams(init.body as URLSearchParams).toString(),
    })
    return Response.json(
      asked.length === 1 ? { access_token: 'a/t', token_type: 'bearer', ...by.token } : by.said,
    )
  })
  const state = 's'.repeat(43)
  const query = new URLSearchParams({ code: 'c', state })
  const result = await exchangeCode(id, {
    query,
    state,
    redirectUri: 'https://gate.example.com/callback',
  })
  return { result, token: asked[0]!, account: asked[1] }
}

const account = { id: 'S-1', email: 'ann@example.com', name: 'Ann' }

describe('the profile request', () => {
  it.each([
    ['facebook', {}, account, 'GET https://graph.facebook.com/me?fields=id,name,email,picture', {}],
    ['discord', {}, account, 'GET https://discord.com/api/users/@me', {}],
    [
      'dropbox',
      {},
      { account_id: 'S-1' },
      'POST https://api.dropboxapi.com/2/users/get_current_account',
      {},
    ],
    [
      'hubspot',
      {},
      { user_id: 'S-1' },
      'GET https://api.hubapi.com/oauth/v1/access-tokens/a%2Ft',
      {},
    ],
    [
      'foursquare',
      {},
      { response: { user: account } },
      'GET https://api.foursquare.com/v2/users/self?v=20230131&oauth_token=a%2Ft',
      {},
    ],
    [
      'nextcloud',
      { user_id: 'ann/../x' },
      { ocs: { data: account } },
      'GET https://id.example.com/realm/ocs/v1.php/cloud/users/ann%2F..%2Fx',
      { 'ocs-apirequest': 'true' },
    ],
    [
      'notion',
      {},
      { bot: { owner: { user: account } } },
      'GET https://api.notion.com/v1/users/me',
      { 'notion-version': '2022-06-28' },
    ],
    [
      'todoist',
      {},
      { user: account },
      'POST https://api.todoist.com/api/v1/sync',
      { 'content-type': 'application/json' },
    ],
    [
      'trakt',
      {},
      { ids: { uuid: 'S-1' } },
      'GET https://api.trakt.tv/users/me?extended=full',
      { 'trakt-api-key': 'the-client_id', 'trakt-api-version': '2' },
    ],
    [
      'bungie',
      { membership_id: 42 },
      { Response: { bungieNetUser: { membershipId: 'S-1' } } },
      'GET https://www.bungie.net/platform/User/GetBungieAccount/42/254/',
      { 'x-api-key': 'the-api_key' },
    ],
    [
      'wechat',
      { openid: 'S-1' },
      { openid: 'S-1' },
      'GET https://api.weixin.qq.com/sns/userinfo?access_token=a%2Ft&openid=S-1&lang=zh_CN',
      {},
    ],
    ['netsuite', {}, account, 'GET https://id.example.com/me?script=1', {}],
  ])('to %s follows its documentation', async (id, token, said, request, headers) => {
    const { result, account: asked } = await signIn(id, { token, said })
    expect(result).toMatchObject({ ok: true, identity: { subject: 'S-1', emailVerified: false } })
    expect(`${asked?.method} ${asked?.url}`).toBe(request)
    expect(asked?.headers).toMatchObject({ authorization: 'Bearer a/t', ...headers })
  })

  it.each(['nextcloud', 'bungie', 'wechat'])(
    'to %s is not sent without what its token response must contain',
    async (id) => {
      const { result, account: asked } = await signIn(id, { said: account })
      expect(result).toMatchObject({ ok: false, code: 'oauth_failed' })
      expect(asked).toBeUndefined()
    },
  )

  it.each([
    ['facebook', account, '/me?fields=id,name,email,picture', '/oauth/access_token'],
    ['gitlab', { ...account, id: 7 }, '/api/v4/user', '/oauth/token'],
    ['discord', account, '/api/users/@me', '/api/oauth2/token'],
    ['todoist', { user: account }, '/api/v1/sync', '/oauth/access_token'],
  ])('to %s at another base URL keeps its path', async (id, said, path, tokenPath) => {
    const env = { [`OAUTH_${settingName(id)}_BASE_URL`]: 'http://127.0.0.1:4000/proxy' }
    const { result, token, account: asked } = await signIn(id, { said, env })
    expect(result).toMatchObject({ ok: true })
    expect([token.url, asked?.url]).toEqual(
      [tokenPath, path].map((end) => `http://127.0.0.1:4000/proxy${end}`),
    )
  })
})

describe('client authentication', () => {
  const basic = `Basic ${Buffer.from('the-client_id:the-client_secret').toString('base64')}`

  it.each([
    ['discord', basic, {}],
    ['gitlab', basic, {}],
    ['facebook', basic, {}],
    ['github', undefined, { client_id: 'the-client_id', client_secret: 'the-client_secret' }],
    ['instagram', undefined, { client_id: 'the-client_id', client_secret: 'the-client_secret' }],
    ['tiktok', undefined, { client_key: 'the-client_id', client_secret: 'the-client_secret' }],
    ['wechat', undefined, { appid: 'the-client_id', secret: 'the-client_secret' }],
    [
      'azure-devops',
      undefined,
      {
        client_assertion: 'the-client_secret',
        assertion: 'c',
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      },
    ],
  ])('at %s uses its own method', async (id, authorization, fields) => {
    const { token } = await signIn(id, { said: account })
    expect(token.headers.authorization).toBe(authorization)
    const form = Object.fromEntries(new URLSearchParams(token.body))
    expect(form).toMatchObject(fields)
    if (authorization) expect(form).not.toHaveProperty('client_secret')
    expect('code' in form).toBe(id !== 'azure-devops')
  })
})
