import { beforeAll, describe, expect, it } from 'vitest'
import * as cancel from '@/app/api/v1/users/bulk-actions/[id]/cancel/route'
import * as one from '@/app/api/v1/users/bulk-actions/[id]/route'
import * as run from '@/app/api/v1/users/bulk-actions/[id]/run/route'
import * as users from '@/app/api/v1/users/bulk-actions/[id]/users/route'
import * as all from '@/app/api/v1/users/bulk-actions/route'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { runDueJobs } from '@/tests/kit/jobs'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { bulkActionResponse } from '@/lib/users/bulk/bulk-action.responses'
import { bulkActionJob } from '@/lib/users/bulk/bulk-action.jobs'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

type Json = Record<string, unknown>

/** Calls a route as the service does, signed in as the given user, if any. */
async function call(
  handler: RouteHandler,
  by: { method?: string; id?: string; query?: string; body?: object; as?: string },
): Promise<{ status: number; body: Json; headers: Headers }> {
  const { method = 'GET', id = '', query = '', body, as } = by
  const headers: Record<string, string> = {}
  if (as) headers.authorization = `Bearer ${(await makeSession(as, ctx())).accessToken}`
  if (body) headers['content-type'] = 'application/json'
  const request = new Request(`http://x/api/v1/users/bulk-actions${query}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await handler(request, { params: Promise.resolve({ id }) })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json }
}

const holder = async (...permissions: PermissionName[]) => (await holderOf(...permissions)).userId
const create = (as: string, body: object) => call(all.POST, { method: 'POST', as, body })

describe('the bulk actions API', () => {
  it('requires a session and users:list before anything is read', async () => {
    const calls = [
      [all.GET, 'GET'],
      [all.POST, 'POST'],
      [one.GET, 'GET'],
      [run.POST, 'POST'],
      [cancel.POST, 'POST'],
      [users.GET, 'GET'],
    ] as const
    const stranger = await holder('users:activate', 'users:role:change', 'users:read')
    for (const [handler, method] of calls) {
      expect((await call(handler, { method, id: newId() })).status).toBe(401)
      expect((await call(handler, { method, id: newId(), as: stranger })).body).toMatchObject({
        status: 403,
        required_permission: 'users:list',
      })
    }
  })

  it.each([
    [{ action: 'delete', filter: {} }, '/action'],
    [{ action: 'deactivate' }, '/user_ids'],
    [{ action: 'deactivate', user_ids: [] }, '/user_ids'],
    [{ action: 'deactivate', user_ids: ['x'] }, '/user_ids/0'],
    [{ action: 'deactivate', user_ids: Array<string>(1001).fill(newId()) }, '/user_ids'],
    [{ action: 'deactivate', user_ids: [newId()], filter: {} }, '/user_ids'],
    [{ action: 'deactivate', filter: { state: 'active' } }, '/filter/state'],
    [{ action: 'deactivate', filter: { query: '\0' } }, '/filter/query'],
    [{ action: 'deactivate', filter: {}, roles: ['user'] }, '/roles'],
    [{ action: 'add_roles', filter: {} }, '/roles'],
    [{ action: 'add_roles', filter: {}, roles: ['unheard of'] }, '/roles/0'],
    [{ action: 'activate', filter: {}, force: true }, '/force'],
  ])('refuses %j at %s, and writes nothing', async (body, pointer) => {
    const as = await holder('users:list', 'users:activate', 'users:role:change')
    const answer = await create(as, body)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
    expect(await db().bulkAction.count({ where: { actorId: as } })).toBe(0)
  })

  it('runs an action at once, or drafts, previews and runs it', async () => {
    const as = await holder('users:list', 'users:activate')
    const tag = newId()
    const { id: userId } = await insertUser({ email: `${tag}@x.org` })
    const direct = await create(as, { action: 'deactivate', user_ids: [userId] })
    expect(direct).toMatchObject({
      status: 202,
      body: { status: 'queued', total: 1, preview: null },
    })
    expect(direct.headers.get('location')).toBe(
      `/api/v1/users/bulk-actions/${String(direct.body.id)}`,
    )
    while ((await runDueJobs([bulkActionJob], new Date())) > 0);
    const filter = { query: tag, status: 'deactivated', kind: 'person' }
    const draft = await create(as, { action: 'activate', filter, dry_run: true })
    const preview = { changed: 1, unchanged: 0, refused: 0, refusals: [] }
    expect(draft).toMatchObject({
      status: 202,
      body: { status: 'draft', filter, preview },
    })
    const id = String(draft.body.id)
    expect((await call(one.GET, { id, as })).body).toEqual(draft.body)
    expect((await call(users.GET, { id, as })).body).toMatchObject({
      data: [{ user_id: userId, outcome: 'waiting', code: null }],
    })
    expect(await call(run.POST, { method: 'POST', id, as })).toMatchObject({ status: 202 })
    while ((await runDueJobs([bulkActionJob], new Date())) > 0);
    const done = await call(one.GET, { id, as })
    expect(done.body).toMatchObject({
      status: 'completed',
      processed: 1,
      changed: 1,
      preview: null,
    })
    for (const { body } of [direct, draft, done])
      expect(bulkActionResponse.parse(body)).toEqual(body)
    const report = (query: string) => call(users.GET, { id, as, query })
    expect((await report('?outcome=changed')).body).toMatchObject({
      data: [{ outcome: 'changed' }],
    })
    expect((await report('?outcome=refused')).body).toMatchObject({ data: [] })
    expect((await report('?outcome=lost')).status).toBe(422)
    expect((await report('?cursor=x')).status).toBe(422)
    expect(await call(run.POST, { method: 'POST', id, as })).toMatchObject({ status: 409 })
    expect(await call(cancel.POST, { method: 'POST', id, as })).toMatchObject({ status: 409 })
    expect((await call(all.GET, { as, query: '?limit=2' })).body).toMatchObject({
      data: [{ id }, { id: direct.body.id }],
    })
  })

  it('starts no fourth action at once, and then neither leaves a draft nor deletes one', async () => {
    const as = await holder('users:list', 'users:activate')
    const body = { action: 'deactivate', user_ids: [(await insertUser()).id] }
    for (let n = 0; n < 5; n += 1) await create(as, { ...body, dry_run: true })
    for (let n = 0; n < 3; n += 1) expect((await create(as, body)).status).toBe(202)
    const stored = () =>
      db().bulkAction.findMany({
        where: { actorId: as },
        include: { users: true },
        orderBy: { id: 'asc' },
      })
    const before = await stored()
    expect(before.map(({ status }) => status).sort()).toEqual([
      ...Array<string>(5).fill('draft'),
      ...Array<string>(3).fill('queued'),
    ])
    expect(await create(as, body)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await stored()).toEqual(before)
    const refused = { actorId: as, action: 'bulk_action.started', outcome: 'refused' }
    expect(await db().auditRecord.findMany({ where: refused })).toMatchObject([
      { details: { kind: 'deactivate', total: 1, selected_by: 'id', reason: 'conflict' } },
    ])
  })

  it('pages through the users of an action in order, each once', async () => {
    const as = await holder('users:list', 'users:activate')
    const people = await Promise.all(Array.from({ length: 5 }, () => insertUser()))
    const ids = people.map(({ id }) => id)
    const { body } = await create(as, {
      action: 'deactivate',
      user_ids: [...ids, ids[0]],
      dry_run: true,
    })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `?limit=2${cursor && `&cursor=${cursor}`}`
      const page = (await call(users.GET, { id: String(body.id), as, query })).body as {
        data: { user_id: string }[]
        page: { next_cursor: string | null }
      }
      seen.push(...page.data.map(({ user_id }) => user_id))
      cursor = page.page.next_cursor
    }
    expect(seen).toEqual(ids)
  })
})
