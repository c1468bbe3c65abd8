import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, bearer } from '@/lib/testing/api-client'
import { closeLiveClients, openPlain } from '@/lib/testing/live-client'
import { PASSWORD } from '@/lib/testing/make-user'
import { startService, type ServiceProcess } from '@/lib/testing/start-service'
import { until } from '@/lib/testing/until'

const RELAXED = { AUTH_IP_RATE_LIMIT: '100000/1m', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000' }
const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }

// Every answer is held against the service's own OpenAPI document by the client.
describe.each([
  ['the API lane', []],
  ['Next', ['--api-lane=next']],
] as const)('the contract of contact messages, served by %s', (_, args) => {
  let service: ServiceProcess
  let api: ApiClient
  let admin: { authorization: string }

  beforeAll(async () => {
    service = await startService({ env: RELAXED, args: [...args] })
    api = await ApiClient.of(service.url)
    const token = await until(
      'the set-up link',
      10_000,
      () => /\/auth\/setup\?token=([\w-]{43})/.exec(service.output())?.[1],
    )
    const made = await api.post('/auth/setup', { token, email: 'root@example.org', password: PASSWORD })
    expect(made.status).toBe(201)
    admin = bearer(String(made.body.access_token))
  }, 120_000)
  afterAll(async () => {
    closeLiveClients()
    await service.stop()
  })

  it('takes a message from anybody; its reader hears of it, finds it and archives it', async () => {
    const live = await openPlain(service.url, { headers: admin })
    if (typeof live === 'number') throw new Error(`refused: ${live}`)
    // What comes before the first word of a connection is part of it: how it stands, no news.
    await until('the present state', 15_000, () =>
      live.of('inbox.updated').find(({ reason }) => reason === 'sync'),
    )
    expect(await api.post('/contact', LETTER)).toMatchObject({ status: 202, body: { status: 'accepted' } })
    const news = await until('news of the message', 15_000, () =>
      live.of('inbox.updated').find(({ reason }) => reason === 'created'),
    )
    const listed = await api.get('/contacts?status=new', admin)
    expect(listed).toMatchObject({ status: 200, body: { data: [{ ...LETTER, status: 'new' }] } })
    const [{ id }] = listed.body.data as [{ id: string }]
    expect(news.item).toMatchObject({
      kind: 'contact.received',
      title: 'New message from Ada',
      href: `/dashboard/contacts?message=${id}`,
    })
    const patched = await api.call('PATCH', `/contacts/${id}`, { status: 'archived' }, admin)
    expect(patched).toMatchObject({ status: 200, body: { id, status: 'archived' } })
    expect((await api.get('/contacts?status=new', admin)).body.data).toEqual([])
  })

  it('refuses by the document', async () => {
    expect((await api.post('/contact', { ...LETTER, subject: 'Hi\r\nBcc: x@example.com' })).status).toBe(422)
    expect((await api.post('/contact', '{')).status).toBe(400)
    expect((await api.get('/contacts')).status).toBe(401)
    expect((await api.get('/contacts?status=gone', admin)).status).toBe(422)
    const patch = (id: string, body: object) => api.call('PATCH', `/contacts/${id}`, body, admin)
    expect((await patch('019335e0-0000-7000-8000-00000000000a', { status: 'read' })).status).toBe(404)
    expect((await patch('x', { status: 'read', name: 'x' })).status).toBe(422)
  })
})
