import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { isRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { deliver } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { apiOperations, type Operation, parametersOf } from '@/tests/kit/contract/declared-handlers'
import { atStep, signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(() => syncCatalog(new Date()))
beforeEach(() => {
  useSettings()
  deliver({ type: 'resync' })
})

/** What the sensitive operations need, and `users:list` for bulk actions. */
const PERMISSIONS = [
  'rbac:manage',
  'settings:manage',
  'users:activate',
  'users:email:change:any',
  'users:list',
  'users:role:change',
] as const

/** The answer to a key says why no key can do it. */
const KEY_REFUSED = {
  code: 'session_required',
  detail: expect.stringContaining('recent sign-in') as string,
}

const NOBODY = '019335e0-0000-7000-8000-00000000000a'

/** Calls an operation with a token or key. */
async function call(
  { handler, method, path }: Operation,
  credential: string,
  fields: object = {},
  id = NOBODY,
) {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const body = method === 'DELETE' || method === 'GET' ? undefined : JSON.stringify(fields)
  const request = new Request(`http://x${path.replaceAll(/[[\]]/g, '')}`, { method, headers, body })
  const params = Object.fromEntries(parametersOf(path).map((name) => [name, id]))
  const answer = await handler(request, { params: Promise.resolve(params) })
  return (await answer.json().catch(() => ({}))) as { code?: string; max_age?: number }
}

/** An administrator of users and roles whose sign-in was so many hours ago. */
async function signedInSince(hours: number) {
  const { userId } = await holderOf(...PERMISSIONS)
  const { accessToken, sessionId } = await makeSession(userId, testContext())
  await db().sessionFamily.update({
    where: { id: sessionId },
    data: { authTime: addSeconds(new Date(), -hours * 3600) },
  })
  return { userId, accessToken, sessionId }
}
const sensitive = async () =>
  (await apiOperations()).filter(({ handler }) => handler.declaration.act !== undefined)

describe('an act that needs a recent sign-in', () => {
  it('is refused 12 hours after the sign-in, and nothing is written', async () => {
    const { accessToken } = await signedInSince(13)
    const names = []
    const before = await db().auditRecord.count()
    for (const operation of await sensitive()) {
      names.push(operation.name)
      expect(await call(operation, accessToken)).toMatchObject({
        code: 'reauthentication_required',
        max_age: 43_200,
      })
    }
    expect(await db().auditRecord.count()).toBe(before)
    expect(names.sort()).toEqual([
      'DELETE /api/v1/rbac/roles/[id]',
      'DELETE /api/v1/users/[id]/mfa',
      'DELETE /api/v1/webhooks/[id]',
      'PATCH /api/v1/rbac/roles/[id]',
      'PATCH /api/v1/webhooks/[id]',
      'POST /api/v1/rbac/roles',
      'POST /api/v1/users/imports',
      'POST /api/v1/users/imports/[id]/run',
      'POST /api/v1/webhooks',
      'POST /api/v1/webhooks/[id]/rotate-secret',
      'PUT /api/v1/rbac/roles/[id]/permissions',
      'PUT /api/v1/users/[id]/email',
      'PUT /api/v1/users/[id]/roles',
    ])
  })

  it('is allowed before, and after a passkey was proved, which the row says', async () => {
    const recent = await signedInSince(11)
    for (const operation of await sensitive())
      expect((await call(operation, recent.accessToken)).code).not.toBe('reauthentication_required')
    const old = await signedInSince(13)
    const [operation] = await sensitive()
    expect(await call(operation!, old.accessToken)).toMatchObject({
      code: 'reauthentication_required',
    })
    await db().sessionFamily.update({
      where: { id: old.sessionId },
      data: { authTime: new Date() },
    })
    expect((await call(operation!, old.accessToken)).code).not.toBe('reauthentication_required')
  })

  it('follows the setting', async () => {
    useSettings({ AUTH_REAUTH_MAX_AGE: '1h' })
    const { accessToken } = await signedInSince(2)
    const [operation] = await sensitive()
    expect(await call(operation!, accessToken)).toMatchObject({ max_age: 3600 })
  })

  it('includes giving roles to a new account and to many, but not the role `user`', async () => {
    const { userId, accessToken } = await signedInSince(13)
    const named = async (name: string) => (await apiOperations()).find((one) => one.name === name)!
    const before = await db().user.count()
    const email = `${newId()}@example.org`
    const create = await named('POST /api/v1/users')
    const old = { code: 'reauthentication_required' }
    for (const fields of [{ email }, { kind: 'service', name: 'Robot' }])
      expect(await call(create, accessToken, { ...fields, roles: ['admin'] })).toMatchObject(old)
    const bulk = await named('POST /api/v1/users/bulk-actions')
    const add = { action: 'add_roles', user_ids: [userId], roles: ['user'] }
    expect(await call(bulk, accessToken, add)).toMatchObject(old)
    // A draft would push out an older one.
    expect(await db().bulkAction.count({ where: { actorId: userId } })).toBe(0)
    const drafted = (await call(bulk, accessToken, { ...add, dry_run: true })) as { id?: string }
    const run = await named('POST /api/v1/users/bulk-actions/[id]/run')
    expect(await call(run, accessToken, {}, drafted.id)).toMatchObject(old)
    expect(await db().user.count()).toBe(before)
    const { code } = await call(create, accessToken, { email, roles: ['user'] })
    expect([code, await db().user.count()]).toEqual([undefined, before + 1])
  })

  it('is refused to an API key, which is never a recent sign-in, and nothing is written', async () => {
    const { userId } = await holderOf(...PERMISSIONS)
    const { key } = await makeApiKey(userId, [...PERMISSIONS])
    const before = await db().user.count()
    for (const operation of await sensitive())
      expect(await call(operation, key)).toMatchObject(KEY_REFUSED)
    const create = (await apiOperations()).find(({ name }) => name === 'POST /api/v1/users')!
    const invited = { email: `${newId()}@example.org`, roles: ['admin'] }
    expect(await call(create, key, invited)).toMatchObject(KEY_REFUSED)
    expect(await db().user.count()).toBe(before)
  })

  it('never counts an API key as recent for keys and settings', async () => {
    const { userId } = await holderOf('settings:manage')
    const { key } = await makeApiKey(userId, ['settings:manage'])
    const create = (await apiOperations()).find(({ name }) => name === 'POST /api/v1/api-keys')!
    expect(await call(create, key)).toMatchObject({ code: 'session_required' })
  })

  it('asks for a sign-in within ten minutes for keys and settings, or less', async () => {
    const principal = await signedInPrincipal((await insertUser()).id)
    expect(await isRecentSignIn(principal, atStep(19).now)).toBe(true)
    expect(await isRecentSignIn(principal, atStep(20).now)).toBe(false)
    useSettings({ AUTH_REAUTH_CRITICAL_MAX_AGE: '2m' })
    expect(await isRecentSignIn(principal, atStep(5).now)).toBe(false)
  })
})
