import { expect, it } from 'vitest'
import { cookieHeaderWith, readSessionCookies } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { replaceSession } from '@/lib/web/replace-session'

useTestDatabase()

it('twenty tabs that sign in at once end the former session once, and none of their own', async () => {
  useSettings()
  const ctx = testContext({ surface: 'web' })
  const { id: userId } = await insertUser()
  const before = await makeSession(userId, ctx)
  const cookies = readSessionCookies(cookieHeaderWith(null, before))
  const opened = await twenty(async () => {
    const session = await makeSession(userId, ctx)
    await replaceSession({ ok: true, session }, { cookies, ctx })
    return session.sessionId
  })
  const alive = await db().sessionFamily.findMany({ where: { userId, revokedAt: null } })
  expect(alive.map(({ id }) => id).sort()).toEqual(opened.sort())
  const where = { action: 'session.ended', targetId: before.sessionId }
  expect(await db().auditRecord.count({ where })).toBe(1)
})
