import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { callRead, isCallable, publishReads } from '@/lib/http/call-read'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { insertAdministrator } from '@/tests/kit/administrators'
import { apiOperations, type Operation } from '@/tests/kit/contract/declared-handlers'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

let operations: Operation[]

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  operations = await apiOperations()
  publishReads(
    operations.map(({ path, method, handler }) => ({ path, handlers: { [method]: handler } })),
  )
})

async function headersOf(userId: string, surface: 'web' | 'api' = 'web'): Promise<Headers> {
  const session = await makeSession(userId, testContext({ surface }))
  return new Headers({ cookie: cookieHeaderWith(null, session) })
}

const nothing = { params: {}, query: {} }

describe('a request that a page sends for its user', () => {
  it('is answered with the session of the page', async () => {
    const user = await makeUser()
    const answer = await callRead('getProfile', { ...nothing, headers: await headersOf(user.id) })
    expect(answer).toMatchObject({ status: 200, shortened: false })
    expect(JSON.parse(answer!.text!)).toMatchObject({ id: user.id })
  })

  it('passes the checks of the API: the permission, and the query', async () => {
    const user = await makeUser()
    const headers = await headersOf(user.id)
    const refused = await callRead('listUsers', { ...nothing, headers })
    expect(refused).toMatchObject({ status: 403 })
    expect(refused!.text).toContain('insufficient_permission')
    const query = { limit: 'many' }
    expect(await callRead('listInboxItems', { params: {}, query, headers })).toMatchObject({
      status: 422,
    })
  })

  it('is refused without a session, and with a token of the API in the cookie', async () => {
    const user = await makeUser()
    const without = await callRead('getProfile', { ...nothing, headers: new Headers() })
    expect(without).toMatchObject({ status: 401 })
    const headers = await headersOf(user.id, 'api')
    expect(await callRead('getProfile', { ...nothing, headers })).toMatchObject({ status: 401 })
  })

  it('carries no credential that the page names itself', async () => {
    const user = await makeUser()
    const { accessToken } = await makeSession(user.id, testContext({ surface: 'web' }))
    const headers = new Headers({ authorization: `Bearer ${accessToken}` })
    expect(await callRead('getProfile', { ...nothing, headers })).toMatchObject({ status: 401 })
  })

  it('reaches only operations that read and require a session', async () => {
    const callable = operations.filter(({ handler }) => isCallable(handler.declaration.operationId))
    expect(callable.length).toBeGreaterThan(25)
    const wrong = callable.filter(
      ({ method, handler }) => method !== 'GET' || handler.declaration.access === 'public',
    )
    expect(wrong).toEqual([])
    for (const name of ['updateProfile', 'completeOAuthSignIn', 'toString'])
      expect(await callRead(name, { ...nothing, headers: new Headers() })).toBeNull()
  })

  it('downloads no file, and records no export', async () => {
    const { id } = await insertAdministrator()
    const headers = await headersOf(id)
    expect(isCallable('exportOwnData')).toBe(false)
    for (const { handler } of operations) {
      const { operationId } = handler.declaration
      const answer = await callRead(operationId, { ...nothing, headers })
      expect([operationId, answer?.text]).not.toEqual([operationId, null])
    }
    const recorded = await db().auditRecord.findMany({ where: { actorId: id } })
    const actions = recorded.map(({ action }) => action).sort()
    expect(actions).toEqual(['audit.verified', 'session.created'])
  })
})
