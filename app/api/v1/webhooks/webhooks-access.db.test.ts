import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as deliveries from '@/app/api/v1/webhooks/[id]/deliveries/route'
import * as rotate from '@/app/api/v1/webhooks/[id]/rotate-secret/route'
import * as one from '@/app/api/v1/webhooks/[id]/route'
import * as test from '@/app/api/v1/webhooks/[id]/test/route'
import * as replay from '@/app/api/v1/webhooks/deliveries/[id]/replay/route'
import * as list from '@/app/api/v1/webhooks/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(async () => {
  useSettings()
  await forgetWebhooks()
})

const URL = 'https://127.0.0.1:1/hook?token=hidden'
const BODY = { url: URL, events: ['user.*'] }
const OTHERS = permissionCatalog
  .map(({ name }) => name)
  .filter((name) => name !== 'settings:manage')

interface Answer {
  [name: string]: unknown
  id: string
  code: string
  data: Record<string, unknown>[]
}

/** Calls a route as the service does, signed in as the given user, if any. */
async function call(
  handler: RouteHandler,
  method: string,
  by: { id?: string; query?: string; body?: object; as?: string; key?: string } = {},
) {
  const { id = '', query = '', body, as, key } = by
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (as) headers.authorization = `Bearer ${(await makeSession(as, ctx())).accessToken}`
  if (key) headers.authorization = `Bearer ${key}`
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await handler(new Request(`http://x/api/v1/webhooks${query}`, init), {
    params: Promise.resolve({ id }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : null) as Answer }
}
const manager = async () => (await holderOf('settings:manage')).userId

const ROUTES: [name: string, RouteHandler, method: string, body?: object][] = [
  ['list', list.GET, 'GET'],
  ['create', list.POST, 'POST', BODY],
  ['get', one.GET, 'GET'],
  ['change', one.PATCH, 'PATCH', { enabled: false }],
  ['delete', one.DELETE, 'DELETE'],
  ['test', test.POST, 'POST'],
  ['rotate', rotate.POST, 'POST'],
  ['deliveries', deliveries.GET, 'GET'],
  ['replay', replay.POST, 'POST'],
]

describe('webhooks', () => {
  it.each(ROUTES)(
    'are refused without a session, and with every permission except settings:manage: %s',
    async (name, handler, method, body) => {
      const webhook = await makeWebhook(URL)
      const at = new Date()
      const delivery = await db().webhookDelivery.create({
        data: {
          id: newId(),
          endpointId: webhook.id,
          event: 'user.created',
          data: {},
          status: 'delivered',
          occurredAt: at,
          nextAttemptAt: at,
        },
      })
      const state = async () => [
        await db().webhookEndpoint.findMany(),
        await db().webhookDelivery.findMany(),
        await db().job.count(),
      ]
      const before = await state()
      const id = name === 'replay' ? delivery.id : webhook.id
      const by = { id, ...(body && { body }) }
      expect((await call(handler, method, by)).status).toBe(401)
      const as = (await holderOf(...OTHERS)).userId
      expect(await call(handler, method, { ...by, as })).toMatchObject({
        status: 403,
        body: { required_permission: 'settings:manage' },
      })
      expect(await state()).toEqual(before)
    },
  )

  it('are recorded under their own ID, however the request spells it', async () => {
    const { id } = await makeWebhook(URL)
    const as = await manager()
    const spelled = { id: id.toUpperCase(), as }
    const body = { description: 'CRM' }
    expect(await call(one.PATCH, 'PATCH', { ...spelled, body })).toMatchObject({ status: 200 })
    expect(await call(rotate.POST, 'POST', spelled)).toMatchObject({ status: 200 })
    expect(await call(test.POST, 'POST', spelled)).toMatchObject({ status: 200 })
    expect(await call(one.DELETE, 'DELETE', spelled)).toMatchObject({ status: 204 })
    const where = { actorId: as, targetType: 'webhook' }
    const records = await db().auditRecord.findMany({ where })
    expect(records.map(({ action, targetId }) => [action, targetId]).sort()).toEqual([
      ['webhook.changed', id],
      ['webhook.deleted', id],
      ['webhook.secret_rotated', id],
      ['webhook.tested', id],
    ])
  })

  it('do not outlive an API key: a key reads them, but never creates, changes or deletes one', async () => {
    const { key } = await makeApiKey(await manager(), ['settings:manage'])
    const { id } = await makeWebhook(URL)
    const before = await db().webhookEndpoint.findMany()
    for (const [name, handler, method, body] of ROUTES) {
      if (!['create', 'change', 'delete', 'rotate'].includes(name)) continue
      const refused = await call(handler, method, { id, key, ...(body && { body }) })
      expect([name, refused.status, refused.body.code]).toEqual([name, 403, 'session_required'])
    }
    expect(await db().webhookEndpoint.findMany()).toEqual(before)
    expect((await call(list.GET, 'GET', { key })).status).toBe(200)
  })

  it('show their secret when it is created or rotated, and never again', async () => {
    const as = await manager()
    const made = await call(list.POST, 'POST', { as, body: BODY })
    expect(made).toMatchObject({
      status: 201,
      body: { ...BODY, enabled: true, secret: expect.stringMatching(/^whsec_/) },
    })
    const { id } = made.body
    const rotated = await call(rotate.POST, 'POST', { as, id })
    expect(rotated).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^whsec_/) },
    })
    expect(rotated.body.secret).not.toBe(made.body.secret)
    const shown = [
      await call(one.GET, 'GET', { as, id }),
      await call(list.GET, 'GET', { as }),
      await call(one.PATCH, 'PATCH', { as, id, body: { description: 'Orders' } }),
      await call(test.POST, 'POST', { as, id }),
      await call(deliveries.GET, 'GET', { as, id }),
    ]
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(JSON.stringify(shown)).not.toContain('whsec_')
    const records = await db().auditRecord.findMany({ where: { targetId: id } })
    expect(records).toHaveLength(4)
    expect(JSON.stringify(records)).not.toMatch(/whsec_|hidden/)
  })

  it.each<[pointer: string, code: string, change: object]>([
    ['/url', 'invalid_url', { url: 'ftp://example.org' }],
    ['/url', 'invalid_url', { url: 'https://me:secret@example.org' }],
    ['/url', 'too_long', { url: `https://example.org/${'x'.repeat(2048)}` }],
    ['/url', 'https_required', { url: 'http://example.org' }],
    ['/url', 'private_address', { url: 'https://[::ffff:127.0.0.1]/' }],
    ['/url', 'private_address', { url: 'https://2130706433/' }],
    ['/url', 'required', { url: undefined }],
    ['/events', 'required', { events: [] }],
    ['/events/0', 'not_supported', { events: ['user.eaten'] }],
    ['/events', 'too_many', { events: Array(500).fill('user.*') }],
    ['/description', 'too_long', { description: 'x'.repeat(201) }],
    ['/description', 'invalid_characters', { description: 'a\nb' }],
    ['/secret', 'unknown_field', { secret: 'whsec_mine' }],
  ])('refuse a body with an error at %s (%s), and store nothing', async (pointer, code, change) => {
    useSettings({ WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'false' })
    const as = await manager()
    const body = { url: 'https://192.88.98.1/hook', events: ['user.*'], ...change }
    expect(await call(list.POST, 'POST', { as, body })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code }] },
    })
    expect(await db().webhookEndpoint.count()).toBe(0)
  })

  it('refuse an address that must not be reached also when they are changed', async () => {
    const { id } = await makeWebhook(URL)
    useSettings({ WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'false' })
    const by = { as: await manager(), id, body: { url: 'https://10.0.0.1/' } }
    expect(await call(one.PATCH, 'PATCH', by)).toMatchObject({ status: 422 })
    expect(await db().webhookEndpoint.findFirst()).toMatchObject({ url: URL })
  })

  it('are changed, disabled, enabled and deleted', async () => {
    const as = await manager()
    const { id } = await makeWebhook(URL)
    const patch = (body: object) => call(one.PATCH, 'PATCH', { as, id, body })
    expect(await patch({ events: ['role.*'], description: 'Roles' })).toMatchObject({
      status: 200,
      body: { url: URL, events: ['role.*'], description: 'Roles' },
    })
    const sources = await db().webhookSubscription.findMany({ where: { endpointId: id } })
    expect(sources.every(({ event }) => event.startsWith('role.'))).toBe(true)
    expect(await patch({ enabled: false })).toMatchObject({
      body: { enabled: false, disabled_reason: 'manual' },
    })
    expect(await patch({ enabled: true })).toMatchObject({
      body: { enabled: true, disabled_reason: null },
    })
    const changes = () =>
      db().auditRecord.count({ where: { action: 'webhook.changed', targetId: id } })
    const before = await changes()
    expect(await patch({})).toMatchObject({ status: 200 })
    expect(await patch({ enabled: true })).toMatchObject({ status: 200 })
    expect(await changes()).toBe(before)
    expect(await call(one.DELETE, 'DELETE', { as, id })).toEqual({ status: 204, body: null })
    expect(await call(one.GET, 'GET', { as, id })).toMatchObject({ status: 404 })
    expect(await db().webhookSubscription.count()).toBe(0)
  })

  it('list their deliveries page by page, also by status', async () => {
    const as = await manager()
    const { id } = await makeWebhook(URL)
    for (let sent = 0; sent < 3; sent++) await call(test.POST, 'POST', { as, id })
    const first = await call(deliveries.GET, 'GET', { as, id, query: '?limit=2' })
    expect(first).toMatchObject({ status: 200, body: { data: [{ event: 'webhook.test' }, {}] } })
    const { next_cursor: cursor } = first.body.page as { next_cursor: string }
    const query = `?limit=2&cursor=${cursor}`
    const second = await call(deliveries.GET, 'GET', { as, id, query })
    expect(second.body).toMatchObject({ page: { has_more: false } })
    const ids = [...first.body.data, ...second.body.data].map((delivery) => delivery.id)
    expect(new Set(ids).size).toBe(3)
    expect([...ids].sort().reverse()).toEqual(ids)
    const other = await makeWebhook(URL)
    expect(await call(deliveries.GET, 'GET', { as, id: other.id, query })).toMatchObject({
      status: 422,
    })
    const none = await call(deliveries.GET, 'GET', { as, id, query: '?status=failed' })
    expect(none.body.data).toEqual([])
    const invalid = await call(deliveries.GET, 'GET', { as, id, query: '?status=lost' })
    expect(invalid.status).toBe(422)
  })

  it('answer 404 for unknown ids', async () => {
    const as = await manager()
    for (const [name, handler, method, body] of ROUTES.slice(2))
      for (const id of [newId(), 'nonsense', "'", '%00'])
        expect([
          name,
          (await call(handler, method, { as, id, ...(body && { body }) })).status,
        ]).toEqual([name, 404])
  })
})
