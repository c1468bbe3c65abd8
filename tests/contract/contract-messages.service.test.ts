import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ContractService,
  LANES,
  ROOT,
  startContractService,
} from '@/tests/kit/contract/contract-service'
import { closeLiveClients, openPlain } from '@/tests/kit/live-client'
import { until } from '@/tests/kit/until'

const NO_ITEM = '01890000-0000-7000-8000-000000000001'
const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }

describe.each(LANES)('the contract of inbox and contact messages, served by %s', (_, args) => {
  let service: ContractService['service']
  let api: ContractService['api']
  let admin: ContractService['admin']

  beforeAll(async () => {
    ;({ service, api, admin } = await startContractService(args))
    for (const agent of ['Firefox/145.0', 'Chrome/142.0', 'curl/8.5'])
      await api.post('/auth/login', ROOT, { 'user-agent': agent })
  }, 120_000)
  afterAll(async () => {
    closeLiveClients()
    await service.stop()
  })

  const unread = async () => (await api.get('/inbox/unread-count', admin)).body.unread_count
  const items = async (query = '') =>
    (await api.get(`/inbox${query}`, admin)).body.data as { id: string; read_at: string | null }[]

  it('lists the caller’s items page by page, and counts the unread ones', async () => {
    expect(await unread()).toBe(3)
    const first = await api.get('/inbox?limit=2', admin)
    expect(first.body).toMatchObject({
      data: [
        { kind: 'security.new_sign_in', href: '/dashboard/account/sessions', read_at: null },
        { kind: 'security.new_sign_in' },
      ],
      page: { has_more: true },
    })
    const { next_cursor: cursor } = first.body.page as { next_cursor: string }
    const rest = await api.get(`/inbox?limit=2&cursor=${cursor}`, admin)
    expect(rest.body).toMatchObject({ data: [{}], page: { next_cursor: null, has_more: false } })
  })

  it('marks one item as read, again without effect, then all', async () => {
    const id = (await items())[0]!.id
    const read = await api.post(`/inbox/${id}/read`, undefined, admin)
    expect(read).toMatchObject({ status: 200, body: { id, read_at: expect.any(String) } })
    expect((await api.post(`/inbox/${id}/read`, undefined, admin)).body).toEqual(read.body)
    expect([
      await unread(),
      (await items('?unread=true')).length,
      (await items('?unread=false')).length,
    ]).toEqual([2, 2, 3])
    const all = await api.post('/inbox/read-all', undefined, admin)
    expect([all.status, all.body]).toEqual([200, { read: 2, unread_count: 0 }])
    expect((await api.post('/inbox/read-all', undefined, admin)).body).toEqual({
      read: 0,
      unread_count: 0,
    })
  })

  it('deletes an item, and finds only the caller’s own', async () => {
    const id = (await items())[0]!.id
    expect((await api.call('DELETE', `/inbox/${id}`, undefined, admin)).status).toBe(204)
    for (const path of [`/inbox/${id}`, `/inbox/${NO_ITEM}`, '/inbox/x'])
      for (const [method, at] of [
        ['DELETE', path],
        ['POST', `${path}/read`],
      ] as const) {
        const { status, body } = await api.call(method, at, undefined, admin)
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
  })

  it('refuses invalid input and unauthenticated callers', async () => {
    for (const query of ['cursor=x', 'limit=0', 'limit=201', 'unread=yes'])
      expect((await api.get(`/inbox?${query}`, admin)).status).toBe(422)
    for (const [method, path] of [
      ['GET', '/inbox'],
      ['GET', '/inbox/unread-count'],
      ['POST', '/inbox/read-all'],
      ['POST', `/inbox/${NO_ITEM}/read`],
      ['DELETE', `/inbox/${NO_ITEM}`],
    ] as const)
      expect((await api.call(method, path)).body.code).toBe('token_missing')
  })

  it('accepts a message from anyone; its reader is notified, finds it and archives it', async () => {
    const live = await openPlain(service.url, { headers: admin })
    if (typeof live === 'number') throw new Error(`refused: ${live}`)
    // Anything before a connection's first event is part of its initial state, not a change.
    await until('the present state', 15_000, () =>
      live.of('inbox.updated').find(({ reason }) => reason === 'sync'),
    )
    expect(await api.post('/contact', LETTER)).toMatchObject({
      status: 202,
      body: { status: 'accepted' },
    })
    const event = await until('the inbox item about the message', 15_000, () =>
      live.of('inbox.updated').find(({ reason }) => reason === 'created'),
    )
    const listed = await api.get('/contacts?status=new', admin)
    expect(listed).toMatchObject({ status: 200, body: { data: [{ ...LETTER, status: 'new' }] } })
    const [{ id }] = listed.body.data as [{ id: string }]
    expect(event.item).toMatchObject({
      kind: 'contact.received',
      title: 'New message from Ada',
      href: `/dashboard/contacts?message=${id}`,
    })
    const patched = await api.call('PATCH', `/contacts/${id}`, { status: 'archived' }, admin)
    expect(patched).toMatchObject({ status: 200, body: { id, status: 'archived' } })
    expect((await api.get('/contacts?status=new', admin)).body.data).toEqual([])
  })

  it('refuses invalid messages and invalid changes', async () => {
    expect(
      (await api.post('/contact', { ...LETTER, subject: 'Hi\r\nBcc: x@example.com' })).status,
    ).toBe(422)
    expect((await api.post('/contact', '{')).status).toBe(400)
    expect((await api.get('/contacts')).status).toBe(401)
    expect((await api.get('/contacts?status=gone', admin)).status).toBe(422)
    const patch = (id: string, body: object) => api.call('PATCH', `/contacts/${id}`, body, admin)
    expect((await patch('019335e0-0000-7000-8000-00000000000a', { status: 'read' })).status).toBe(
      404,
    )
    expect((await patch('x', { status: 'read', name: 'x' })).status).toBe(422)
  })
})
