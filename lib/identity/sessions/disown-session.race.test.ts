import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { disownSession } from '@/lib/identity/sessions/disown-session'
import { db } from '@/lib/platform/db/database'
import { makeSession, makeUser } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
import { twenty } from '@/lib/testing/twenty'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it('one of twenty concurrent uses of a link disowns the session, and one reset begins', async () => {
  const { id: userId, email } = await makeUser()
  const { sessionId } = await makeSession(userId, testContext())
  const about = { userId, email, kind: 'disown_session', sessionId } as const
  const token = await issueEmailToken(db(), about, new Date())
  const results = await twenty(() => disownSession({ token }, testContext()))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const records = { actorId: userId, action: 'session.disowned' }
  expect(await db().auditRecord.count({ where: records })).toBe(1)
  expect(await db().emailToken.count({ where: { userId, kind: 'reset_password' } })).toBe(1)
  expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
})
