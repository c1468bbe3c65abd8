import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { type ApiAnswer, ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { PASSWORD } from '@/tests/kit/make-user'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const RELAXED = {
  AUTH_IP_RATE_LIMIT: '100000/1m',
  AUTH_USER_RATE_LIMIT: '100000/1m',
  AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
}

describe.each([
  ['the gateway', []],
  ['Next', ['--api-served-by=next']],
] as const)('the contract, served by %s', (_, args) => {
  let service: ServiceProcess
  let api: ApiClient
  let admin: ApiAnswer
  let serial = 0

  beforeAll(async () => {
    service = await startService({ env: RELAXED, args: [...args] })
    api = await ApiClient.of(service.url)
    const token = await linkToken(/\/auth\/setup\?token=([\w-]{43})/)
    admin = await api.post('/auth/setup', { token, email: 'root@example.org', password: PASSWORD })
    expect(admin.status).toBe(201)
  }, 120_000)
  afterAll(() => service.stop())

  /** The token of a link of that form on the terminal. */
  const linkToken = (form: RegExp) =>
    until('a link at the terminal', 10_000, () => form.exec(service.output())?.[1])
  /** The token of the first email on the terminal after that point of the output. */
  const mailedToken = (page: string, after: number) =>
    until(
      `a ${page} mail`,
      10_000,
      () => new RegExp(`${page}\\?token=([\\w-]{43})`).exec(service.output().slice(after))?.[1],
    )
  const freshEmail = () => `person-${++serial}@example.org`
  const at = (answer: ApiAnswer, name: string) => String(answer.body[name])
  const signIn = (email: string, password = PASSWORD) =>
    api.post('/auth/login', { email, password })

  async function registered(email: string): Promise<void> {
    const before = service.output().length
    expect((await api.post('/auth/register', { email, password: PASSWORD })).status).toBe(202)
    const token = await mailedToken('verify-email', before)
    expect((await api.post('/auth/verify-email', { token })).status).toBe(200)
  }

  async function signedIn() {
    const email = freshEmail()
    await registered(email)
    const answer = await signIn(email)
    expect(answer.status).toBe(200)
    return {
      email,
      access: at(answer, 'access_token'),
      refresh: at(answer, 'refresh_token'),
      answer,
    }
  }

  it('takes a user from registration through sign-in to sign-out', async () => {
    const email = freshEmail()
    expect((await api.post('/auth/register', { email, password: PASSWORD })).body).toEqual({
      status: 'verification_required',
    })
    expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } })
    await registered(email)
    const session = await signIn(email)
    expect(session).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 900, user: { email, roles: ['user'] } },
    })
    expect(session.headers.get('cache-control')).toBe('no-store')
    const me = await api.get('/me', bearer(at(session, 'access_token')))
    expect(me).toMatchObject({ status: 200, body: { email, email_verified: true } })
    expect(
      (await api.post('/auth/logout', undefined, bearer(at(session, 'access_token')))).status,
    ).toBe(204)
    const after = await api.get('/me', bearer(at(session, 'access_token')))
    expect(after).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
  })

  it('rotates refresh tokens, and ends the session when one is used twice', async () => {
    const { refresh, access } = await signedIn()
    const second = await api.post('/auth/refresh', { refresh_token: refresh })
    expect(second.status).toBe(200)
    expect(await api.post('/auth/refresh', { refresh_token: refresh })).toMatchObject({
      status: 401,
      body: { code: 'refresh_token_reused' },
    })
    const third = await api.post('/auth/refresh', { refresh_token: at(second, 'refresh_token') })
    expect(third).toMatchObject({ status: 401, body: { code: 'invalid_refresh_token' } })
    expect((await api.get('/me', bearer(access))).status).toBe(401)
  })

  it('answers a retry with the same Idempotency-Key with the same token', async () => {
    const { refresh } = await signedIn()
    const key = { 'idempotency-key': 'attempt-0123456789abcdef' }
    const first = await api.post('/auth/refresh', { refresh_token: refresh }, key)
    const again = await api.post('/auth/refresh', { refresh_token: refresh }, key)
    expect(again).toMatchObject({ status: 200, body: { refresh_token: first.body.refresh_token } })
  })

  it('resets a password by email and ends every session', async () => {
    const { email, access } = await signedIn()
    const before = service.output().length
    expect((await api.post('/auth/forgot-password', { email })).body).toEqual({
      status: 'accepted',
    })
    expect((await api.post('/auth/forgot-password', { email: 'nobody@example.org' })).body).toEqual(
      {
        status: 'accepted',
      },
    )
    const token = await mailedToken('reset-password', before)
    const weak = await api.post('/auth/reset-password', { token, password: 'password1234' })
    expect(weak).toMatchObject({ status: 422, body: { code: 'password_too_weak' } })
    expect(
      (await api.post('/auth/reset-password', { token, password: 'a new and long one' })).status,
    ).toBe(204)
    expect((await api.get('/me', bearer(access))).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'a new and long one')).status).toBe(200)
    expect(
      (await api.post('/auth/reset-password', { token, password: 'a new and long one' })).status,
    ).toBe(400)
  })

  it('changes a password, keeps this session and ends the others', async () => {
    const { email, access } = await signedIn()
    const other = await signIn(email)
    const wrong = await api.post(
      '/auth/change-password',
      { current_password: 'x', new_password: 'a new and long one' },
      bearer(access),
    )
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    const input = { current_password: PASSWORD, new_password: 'a new and long one' }
    const changed = await api.post('/auth/change-password', input, bearer(access))
    expect(changed.status).toBe(200)
    expect((await api.get('/me', bearer(at(changed, 'access_token')))).status).toBe(200)
    expect((await api.get('/me', bearer(at(other, 'access_token')))).status).toBe(401)
  })

  it('lists and ends the user’s own sessions', async () => {
    const { email, access } = await signedIn()
    const other = await signIn(email)
    const list = await api.get('/me/sessions?limit=1', bearer(access))
    expect(list.body).toMatchObject({
      page: { has_more: true },
      data: [{ id: other.body.session_id, current: false }],
    })
    const cursor = (list.body.page as { next_cursor: string }).next_cursor
    const rest = await api.get(`/me/sessions?limit=1&cursor=${cursor}`, bearer(access))
    expect(rest.body).toMatchObject({
      page: { has_more: false, next_cursor: null },
      data: [{ current: true }],
    })
    expect(
      (
        await api.call(
          'DELETE',
          `/me/sessions/${at(other, 'session_id')}`,
          undefined,
          bearer(access),
        )
      ).status,
    ).toBe(204)
    expect((await api.get('/me', bearer(at(other, 'access_token')))).status).toBe(401)
    expect(
      (
        await api.call(
          'DELETE',
          `/me/sessions/${at(other, 'session_id')}`,
          undefined,
          bearer(access),
        )
      ).status,
    ).toBe(404)
    expect((await api.call('DELETE', '/me/sessions', undefined, bearer(access))).status).toBe(204)
    for (const limit of ['0', '-1', '201', '1e9', 'NaN', ''])
      expect((await api.get(`/me/sessions?limit=${limit}`, bearer(access))).status).toBe(422)
    expect((await api.get('/me/sessions?cursor=%27', bearer(access))).status).toBe(422)
  })

  it('changes name and language and nothing else, whatever else is sent', async () => {
    const { access } = await signedIn()
    const sneaky = {
      name: 'Ada',
      locale: 'tr',
      roles: ['admin'],
      email: 'x@y.z',
      email_verified: false,
      id: '1',
    }
    const changed = await api.call('PATCH', '/me', sneaky, bearer(access))
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Ada', locale: 'tr', roles: ['user'], email_verified: true },
    })
    for (const bad of [{ name: 5 }, { name: 'a\nb' }, { locale: 'xx' }, { name: 'x'.repeat(101) }])
      expect((await api.call('PATCH', '/me', bad, bearer(access))).status).toBe(422)
  })

  it('returns roles and permissions with an entity tag', async () => {
    const access = at(admin, 'access_token')
    const mine = await api.get('/auth/permissions', bearer(access))
    expect(mine.body.permissions).toHaveLength(permissionCatalog.length)
    const etag = mine.headers.get('etag')!
    expect(
      (await api.get('/auth/permissions', { ...bearer(access), 'if-none-match': etag })).status,
    ).toBe(304)
  })

  it('guards by permission: 401, then 403 that names it, then 200', async () => {
    expect(await api.get('/rbac/permissions')).toMatchObject({
      status: 401,
      body: { code: 'token_missing' },
    })
    const { access } = await signedIn()
    const refused = await api.get('/rbac/permissions', bearer(access))
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permission', required_permission: 'rbac:manage' },
    })
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="rbac:manage"',
    )
    expect((await api.get('/rbac/permissions', bearer(at(admin, 'access_token')))).status).toBe(200)
  })

  it.each([
    ['Bearer', 'invalid_token'],
    ['Bearer null', 'invalid_token'],
    ['Bearer x,Bearer y', 'invalid_token'],
    ['Basic eDp5', 'token_missing'],
    ['Bearer a.b.c', 'invalid_token'],
  ])('refuses the header "%s"', async (authorization, code) => {
    const answer = await api.get('/me', { authorization })
    expect(answer).toMatchObject({ status: 401, body: { code } })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="api"/)
  })

  it('accepts the scheme in any case, and no cookie in place of a token', async () => {
    const access = at(admin, 'access_token')
    expect((await api.get('/me', { authorization: `bearer ${access}` })).status).toBe(200)
    expect(
      (await api.get('/me', { cookie: `access=${access}; __Host-access=${access}` })).status,
    ).toBe(401)
  })

  it.each([
    ['{', 400, 'malformed_json'],
    ['\ufeff{}', 400, 'malformed_json'],
    ['{"email":"a@b.co",}', 400, 'malformed_json'],
    ['null', 422, 'validation_failed'],
    ['[]', 422, 'validation_failed'],
    ['"text"', 422, 'validation_failed'],
    ['{}', 422, 'validation_failed'],
    ['{"email":["a@b.co"],"password":"x"}', 422, 'validation_failed'],
    ['{"email":{"$ne":null},"password":"x"}', 422, 'validation_failed'],
    ['{"email":"a@b.co","password":{"$gt":""}}', 422, 'validation_failed'],
    ['{"email":"a@b.co","password":123456789}', 422, 'validation_failed'],
    ['{"email":"a@b.co","password":""}', 422, 'validation_failed'],
    ['{"email":"a@b.co,c@d.co","password":"x"}', 422, 'validation_failed'],
    ['{"email":"a@b.co\\r\\nBcc: c@d.co","password":"x"}', 422, 'validation_failed'],
    ['{"email":"a\\u0000@b.co","password":"x"}', 422, 'validation_failed'],
    ['{"email":"\\u0430dmin@b.co","password":"x"}', 422, 'validation_failed'],
    [`{"email":"${'a'.repeat(65)}@b.co","password":"x"}`, 422, 'validation_failed'],
    [`{"email":"${'a'.repeat(50_000)}","password":"x"}`, 422, 'validation_failed'],
    [`{"email":"a@b.co","password":"${'x'.repeat(1_000_000)}"}`, 413, 'body_too_large'],
    ['{"email":"nobody@b.co","password":"nul \\u0000 inside"}', 401, 'invalid_credentials'],
    [`${'['.repeat(40_000)}`, 400, 'malformed_json'],
  ])('answers invalid input %# with a specific 4xx', async (text, status, code) => {
    const answer = await api.call('POST', '/auth/login', text)
    expect(answer).toMatchObject({ status, body: { code, request_id: expect.any(String) } })
  })

  it('accepts JSON only', async () => {
    const text = JSON.stringify({ email: 'a@b.co', password: 'x' })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      expect(await api.call('POST', '/auth/login', text, { 'content-type': type })).toMatchObject({
        status: 415,
      })
    const encoded = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await api.call('POST', '/auth/login', text, encoded)).status).toBe(415)
  })

  it('names the invalid fields', async () => {
    const answer = await api.post('/auth/register', { email: 'nope' })
    expect(answer.body.errors).toEqual([
      { pointer: '/email', code: 'invalid_email', detail: expect.any(String) },
      { pointer: '/password', code: 'required', detail: expect.any(String) },
    ])
  })

  it('answers alike for addresses with and without an account', async () => {
    const { email } = await signedIn()
    const strip = ({ status, text, headers }: ApiAnswer) => ({
      status,
      text: text.replace(/"request_id":"[^"]+"/, ''),
      headers: [...headers].filter(
        ([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name),
      ),
    })
    const known = await api.post('/auth/login', { email, password: 'wrong' })
    const unknown = await api.post('/auth/login', {
      email: 'nobody-at-all@example.org',
      password: 'wrong',
    })
    expect(strip(known)).toEqual(strip(unknown))
    const [a, b] = [
      await api.post('/auth/register', { email, password: PASSWORD }),
      await api.post('/auth/register', { email: freshEmail(), password: PASSWORD }),
    ]
    expect(strip(a)).toEqual(strip(b))
  })

  it('answers unknown API paths with a problem document for every caller', async () => {
    for (const path of ['/nothing', '/auth/nothing', '/rbac', '/users/1/2'])
      expect(await api.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await api.call('DELETE', '/auth/login')).toMatchObject({
      status: 405,
      body: { code: 'method_not_allowed' },
    })
  })

  it('accepts a valid request id and replaces any other', async () => {
    expect(
      (await api.get('/me', { 'x-request-id': 'abc-1.2_3' })).headers.get('x-request-id'),
    ).toBe('abc-1.2_3')
    for (const id of ['a b', 'x'.repeat(65), 'ü'.normalize('NFD').replace(/[^ -~]/g, '<')])
      expect((await api.get('/me', { 'x-request-id': id })).headers.get('x-request-id')).not.toBe(
        id,
      )
  })
})
