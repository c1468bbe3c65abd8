import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  endForbiddenImpersonations,
  endImpersonation,
} from '@/lib/identity/impersonation/end-impersonation'
import { startImpersonation } from '@/lib/identity/impersonation/start-impersonation'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function stage() {
  const holder = await holderOf('users:impersonate')
  const { sessionId } = await makeSession(holder.userId, ctx())
  const actor = { ...holder, sessionId }
  const { id: userId } = await insertUser()
  const start = () => startImpersonation(actor, { userId, reason: 'Ticket 4711' }, ctx())
  return { actor, userId, start }
}

it('20 stops end it once, with one record', async () => {
  const { actor, userId, start } = await stage()
  const made = await start()
  if (!made.ok) throw new Error(made.code)
  const { sessionId } = made.impersonation
  const by = { sessionId, userId, actorId: actor.userId }
  const ended = await twenty(() => endImpersonation(by, 'stopped', ctx()))
  expect(ended.filter(Boolean)).toHaveLength(1)
  const where = { targetId: userId, action: 'impersonation.ended' }
  expect(await db().auditRecord.count({ where })).toBe(1)
})

it('20 sweeps end a forbidden one once', async () => {
  const { actor, userId, start } = await stage()
  await start()
  await db().userRole.deleteMany({ where: { userId: actor.userId } })
  const ended = await twenty(() => endForbiddenImpersonations(new Date()))
  expect(ended.reduce((sum, count) => sum + count)).toBe(1)
  const where = { targetId: userId, action: 'impersonation.ended' }
  expect(await db().auditRecord.count({ where })).toBe(1)
})

it('none outlives the administrator’s session, however close it was started', async () => {
  const { actor, userId, start } = await stage()
  const results = await twenty(async (i) =>
    i === 10
      ? inTransaction((tx) =>
          revokeSession(tx, { sessionId: actor.sessionId, reason: 'logout' }, ctx()),
        )
      : start(),
  )
  expect(results).toHaveLength(20)
  expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
  for (const result of results)
    if (result && typeof result === 'object' && result.ok) {
      const { accessToken } = result.impersonation
      const credential = { accessToken, surface: 'api', presentedByClient: true } as const
      expect(await authenticate(credential, new Date())).toMatchObject({ ok: false })
    }
})
