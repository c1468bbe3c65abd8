import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  authenticate,
  authenticateSession,
  isSessionStillAuthorized,
} from '@/lib/identity/sessions/authenticate'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** A session that is cached here until it seems expired, and what another instance made of it. */
async function cachedSession(prolongedBySeconds: number) {
  const { id: userId } = await insertUser()
  const { sessionId: id, accessToken } = await makeSession(userId, testContext())
  const at = new Date()
  const expiresAt = addSeconds(at, 60)
  await db().sessionFamily.update({ where: { id }, data: { expiresAt } })
  const credential = { accessToken, surface: 'api', presentedByClient: true } as const
  const first = await authenticate(credential, at)
  if (!first.ok) throw new Error(first.code)
  const data = { expiresAt: addSeconds(expiresAt, prolongedBySeconds) }
  await db().sessionFamily.update({ where: { id }, data })
  const later = addSeconds(expiresAt, 1)
  const { principal } = first
  return {
    ticket: () => authenticateSession({ sessionId: id, generation: principal.generation }, later),
    response: () => isSessionStillAuthorized(principal, null, later),
    request: () => authenticate(credential, later),
  }
}

it.each(['request', 'ticket'] as const)(
  'a session that another instance prolonged is live for a %s',
  async (kind) => {
    expect(await (await cachedSession(3600))[kind]()).toMatchObject({ ok: true })
    expect(await (await cachedSession(0))[kind]()).toMatchObject({ code: 'session_revoked' })
  },
)

it('a session that another instance prolonged is live for a long response', async () => {
  expect(await (await cachedSession(3600)).response()).toBe(true)
  expect(await (await cachedSession(0)).response()).toBe(false)
})
