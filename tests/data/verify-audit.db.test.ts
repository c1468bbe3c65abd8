import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/v1/audit/verify/route'
import { verifyAuditTrail } from '@/app/dashboard/audit/verify/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { listVerifications } from '@/lib/audit/verify-audit'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { database } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { freshAddress } from '@/tests/kit/contract/declared-handlers'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { serverSockets } from '@/tests/kit/server-sockets'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

const PATH = '/api/v1/audit/verify'
let gateway: Awaited<ReturnType<typeof openTestGateway>>

useTestDatabase()
beforeAll(async () => {
  await syncCatalog(new Date())
  gateway = await openTestGateway({
    routes: [{ path: PATH, handlers: { GET } }],
    pages: async (_, res) => void res.end(),
  })
})
afterAll(() => gateway.close())
afterEach(() => void vi.restoreAllMocks())

async function auditor(surface: 'web' | 'api') {
  const { id } = await makeUser({ admin: true })
  const session = await makeSession(id, testContext({ surface }))
  const revoke = () =>
    inTransaction((tx) =>
      revokeSessionsOf(tx, { userId: id, reason: 'revoked_by_administrator' }, testContext()),
    )
  const get = async (query = '') => {
    const headers = { authorization: `Bearer ${session.accessToken}` }
    const response = await fetch(`http://localhost:${gateway.port}${PATH}${query}`, { headers })
    return { status: response.status, body: (await response.json()) as object }
  }
  const submit = async (isGone?: () => boolean) => {
    const cookie = cookieHeaderWith(null, session)
    const headers = { cookie, 'x-gatehouse-remote-address': freshAddress() }
    const form = { page: '/dashboard/audit/verify', fields: {}, script: true, headers, isGone }
    return (await submitAction(verifyAuditTrail, form)).json() as Promise<object>
  }
  return { session, revoke, get, submit }
}

/** Does something while a walk reads its first batch. Returns the statements of all walks. */
function midway(act: () => unknown): string[] {
  const read: string[] = []
  const { pool } = database()
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  vi.spyOn(pool, 'query').mockImplementation(async (...given: unknown[]) => {
    const { name = '' } = given[0] as { name?: string }
    if (name === 'audit-seals' || name === 'audit-record-seals') read.push(name)
    if (name === 'audit-seals' && read.length === 1) await act()
    return query(...given)
  })
  return read
}

const count = async () => (await listVerifications(100)).length

describe('a verification that is under way', () => {
  it('answers when it is complete', async () => {
    const { get } = await auditor('api')
    const read = midway(() => undefined)
    expect(await get()).toMatchObject({ status: 200, body: { intact: true } })
    expect(read).toEqual(['audit-seals', 'audit-record-seals'])
  })

  it('ends when the client of the API disconnects, and is not recorded', async () => {
    const { session, get } = await auditor('api')
    const before = await count()
    const sockets = serverSockets(gateway.port)
    const headers = { authorization: `Bearer ${session.accessToken}` }
    const asking = request({ port: gateway.port, path: PATH, headers }).on('error', () => undefined)
    let noticed = false
    const read = midway(async () => {
      asking.destroy()
      noticed = await until('it is noticed', 10_000, () => sockets.every(({ closed }) => closed))
    })
    asking.end()
    await until('it has left', 10_000, () => noticed)
    // Refused for as long as the walk goes on.
    const other = `?head=1.${'A'.repeat(43)}`
    await until('the next walk', 10_000, async () => (await get(other)).status === 200)
    expect(read).toEqual(['audit-seals', 'audit-seals', 'audit-record-seals'])
    expect(await count()).toBe(before + 1)
  })

  it('ends when the browser disconnects, and is not recorded', async () => {
    const { submit } = await auditor('web')
    const before = await count()
    let gone = false
    const read = midway(() => (gone = true))
    await submit(() => gone)
    expect(read).toEqual(['audit-seals'])
    expect(await count()).toBe(before)
  })

  it.each(['api', 'web'] as const)(
    'ends when the session of the %s does, and is not recorded',
    async (surface) => {
      const { revoke, get, submit } = await auditor(surface)
      const before = await count()
      const read = midway(revoke)
      if (surface === 'api')
        expect(await get()).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
      else await submit()
      expect(read).toEqual(['audit-seals'])
      expect(await count()).toBe(before)
    },
  )
})
