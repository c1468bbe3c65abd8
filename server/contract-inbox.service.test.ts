import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, bearer } from '@/lib/testing/api-client'
import { PASSWORD } from '@/lib/testing/make-user'
import { startService, type ServiceProcess } from '@/lib/testing/start-service'
import { until } from '@/lib/testing/until'

const RELAXED = { AUTH_IP_RATE_LIMIT: '100000/1m', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000' }
const NO_ITEM = '01890000-0000-7000-8000-000000000001'
const ROOT = { email: 'root@example.org', password: PASSWORD }

// Every answer is held against the service's own OpenAPI document by the client.
describe.each([
  ['the API lane', []],
  ['Next', ['--api-lane=next']],
] as const)('the contract of the inbox, served by %s', (_, args) => {
  let service: ServiceProcess
  let api: ApiClient
  let me: { authorization: string }

  beforeAll(async () => {
    service = await startService({ env: RELAXED, args: [...args] })
    api = await ApiClient.of(service.url)
    const token = await until(
      'the set-up link',
      10_000,
      () => /\/auth\/setup\?token=([\w-]{43})/.exec(service.output())?.[1],
    )
    const { body } = await api.post('/auth/setup', { token, ...ROOT })
    me = bearer(String(body.access_token))
    for (const agent of ['Firefox/145.0', 'Chrome/142.0', 'curl/8.5'])
      await api.post('/auth/login', ROOT, { 'user-agent': agent })
  }, 120_000)
  afterAll(() => service.stop())

  const unread = async () => (await api.get('/inbox/unread-count', me)).body.unread_count
  const items = async (query = '') =>
    (await api.get(`/inbox${query}`, me)).body.data as { id: string; read_at: string | null }[]

  it('lists one’s own items, page by page, and counts what was not read', async () => {
    expect(await unread()).toBe(3)
    const first = await api.get('/inbox?limit=2', me)
    expect(first.body).toMatchObject({
      data: [
        { kind: 'security.new_sign_in', href: '/dashboard/account/sessions', read_at: null },
        { kind: 'security.new_sign_in' },
      ],
      page: { has_more: true },
    })
    const { next_cursor: cursor } = first.body.page as { next_cursor: string }
    const rest = await api.get(`/inbox?limit=2&cursor=${cursor}`, me)
    expect(rest.body).toMatchObject({ data: [{}], page: { next_cursor: null, has_more: false } })
  })

  it('marks one as read, the same again, then all', async () => {
    const id = (await items())[0]!.id
    const read = await api.post(`/inbox/${id}/read`, undefined, me)
    expect(read).toMatchObject({ status: 200, body: { id, read_at: expect.any(String) } })
    expect((await api.post(`/inbox/${id}/read`, undefined, me)).body).toEqual(read.body)
    expect([
      await unread(),
      (await items('?unread=true')).length,
      (await items('?unread=false')).length,
    ]).toEqual([2, 2, 3])
    const all = await api.post('/inbox/read-all', undefined, me)
    expect([all.status, all.body]).toEqual([200, { read: 2, unread_count: 0 }])
    expect((await api.post('/inbox/read-all', undefined, me)).body).toEqual({ read: 0, unread_count: 0 })
  })

  it('deletes an item, and knows none that is not one’s own', async () => {
    const id = (await items())[0]!.id
    expect((await api.call('DELETE', `/inbox/${id}`, undefined, me)).status).toBe(204)
    for (const path of [`/inbox/${id}`, `/inbox/${NO_ITEM}`, '/inbox/x'])
      for (const [method, at] of [
        ['DELETE', path],
        ['POST', `${path}/read`],
      ] as const) {
        const { status, body } = await api.call(method, at, undefined, me)
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
  })

  it('refuses what it can not read, and strangers', async () => {
    for (const query of ['cursor=x', 'limit=0', 'limit=201', 'unread=yes'])
      expect((await api.get(`/inbox?${query}`, me)).status).toBe(422)
    for (const [method, path] of [
      ['GET', '/inbox'],
      ['GET', '/inbox/unread-count'],
      ['POST', '/inbox/read-all'],
      ['POST', `/inbox/${NO_ITEM}/read`],
      ['DELETE', `/inbox/${NO_ITEM}`],
    ] as const)
      expect((await api.call(method, path)).body.code).toBe('token_missing')
  })
})
