import { beforeAll, describe, expect, it } from 'vitest'
import * as contact from '@/app/api/v1/contact/route'
import * as one from '@/app/api/v1/contacts/[id]/route'
import * as list from '@/app/api/v1/contacts/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const LETTER = { name: 'Ada', email: 'Ada@Example.com', subject: 'Hello', message: 'Hi\r\nthere' }
const OTHERS = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'contacts:list')

/** Calls a route as the service does, signed in as the given user, if any. */
async function call(
  handler: RouteHandler,
  by: { method?: string; id?: string; query?: string; body?: object; as?: string } = {},
) {
  const { method = 'GET', id = '', query = '', body, as } = by
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (as) headers.authorization = `Bearer ${(await makeSession(as, ctx())).accessToken}`
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await handler(new Request(`http://x/api/v1/contacts${query}`, init), {
    params: Promise.resolve({ id }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const send = (body: object) => call(contact.POST, { method: 'POST', body })
const patch = (id: string, body: object, as?: string) =>
  call(one.PATCH, { method: 'PATCH', id, body, as })
const remove = (id: string, as?: string) => call(one.DELETE, { method: 'DELETE', id, as })
const reader = async () => (await holderOf('contacts:list')).userId
const stranger = async () => (await holderOf(...OTHERS)).userId

describe('POST /contact', () => {
  it('accepts a message without a session', async () => {
    expect(await send(LETTER)).toEqual({ status: 202, body: { status: 'accepted' } })
    expect(await db().contactMessage.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      email: 'ada@example.com',
      message: 'Hi\nthere',
      status: 'new',
    })
  })

  it.each([
    { subject: 'Hi\r\nBcc: all@example.com' },
    { name: 'A\0' },
    { email: 'a@example.com\r\nBcc: all@example.com' },
    { message: 'x'.repeat(4001) },
    { message: undefined },
    { email: 'nobody' },
  ])('refuses %j with a pointer to its field, and stores nothing', async (changed) => {
    const before = [await db().contactMessage.count(), await db().job.count()]
    expect(await send({ ...LETTER, ...changed })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: `/${Object.keys(changed)[0]}` }] },
    })
    expect([await db().contactMessage.count(), await db().job.count()]).toEqual(before)
  })

  it('ignores a status, id or handler sent by the caller', async () => {
    const id = newId()
    await send({ ...LETTER, id, status: 'archived', handled_by: newId(), subject: 'Forged' })
    const made = await db().contactMessage.findFirst({ where: { subject: 'Forged' } })
    expect(made).toMatchObject({ status: 'new', handledById: null })
    expect(made?.id).not.toBe(id)
  })
})

describe('reading and marking messages', () => {
  it('is refused without a session, and with every permission except contacts:list', async () => {
    await send(LETTER)
    const { id } = await db().contactMessage.findFirstOrThrow()
    const before = await db().contactMessage.findUnique({ where: { id } })
    expect((await call(list.GET)).status).toBe(401)
    expect((await patch(id, { status: 'read' })).status).toBe(401)
    const as = await stranger()
    for (const answer of [await call(list.GET, { as }), await patch(id, { status: 'read' }, as)])
      expect(answer).toMatchObject({ status: 403, body: { required_permission: 'contacts:list' } })
    expect(await db().contactMessage.findUnique({ where: { id } })).toEqual(before)
  })

  it('is allowed with contacts:list', async () => {
    await send(LETTER)
    const as = await reader()
    const listed = await call(list.GET, { as, query: '?status=new&limit=1' })
    expect(listed).toMatchObject({
      status: 200,
      body: {
        data: [{ ...LETTER, email: 'ada@example.com', message: 'Hi\nthere', status: 'new' }],
      },
    })
    const [{ id }] = listed.body.data as [{ id: string }]
    expect(await patch(id, { status: 'archived' }, as)).toMatchObject({
      status: 200,
      body: { id, status: 'archived', handled_by: as },
    })
  })

  it.each([{}, { status: 'gone' }, { status: null }, { status: 'read', message: 'x' }])(
    'refuses %j',
    async (body) => {
      await send(LETTER)
      const { id } = await db().contactMessage.findFirstOrThrow({ where: { status: 'new' } })
      expect(await patch(id, body, await reader())).toMatchObject({ status: 422 })
      expect(await db().contactMessage.findUnique({ where: { id } })).toMatchObject({
        handledAt: null,
      })
    },
  )

  it('answers 404 for unknown ids and 422 for invalid queries', async () => {
    const as = await reader()
    for (const id of [newId(), 'nonsense', "'", '%00'])
      expect(await patch(id, { status: 'read' }, as)).toMatchObject({ status: 404 })
    for (const query of ['?status=gone', '?limit=0', '?cursor=x'])
      expect(await call(list.GET, { as, query })).toMatchObject({ status: 422 })
  })
})

describe('deleting messages', () => {
  const all = permissionCatalog.map(({ name }) => name)

  it('is refused without a session, and with every permission except contacts:delete', async () => {
    await send(LETTER)
    const { id } = await db().contactMessage.findFirstOrThrow()
    const others = all.filter((name) => name !== 'contacts:delete')
    expect((await remove(id)).status).toBe(401)
    expect(await remove(id, (await holderOf(...others)).userId)).toMatchObject({
      status: 403,
      body: { required_permission: 'contacts:delete' },
    })
    expect(await db().contactMessage.count({ where: { id } })).toBe(1)
  })

  it('is allowed with contacts:delete, once', async () => {
    await send(LETTER)
    const { id } = await db().contactMessage.findFirstOrThrow()
    const as = (await holderOf('contacts:delete')).userId
    expect(await remove(id, as)).toEqual({ status: 204, body: {} })
    expect(await db().contactMessage.count({ where: { id } })).toBe(0)
    for (const unknown of [id, newId(), 'nonsense', '%00'])
      expect(await remove(unknown, as)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
