import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

it('twenty tabs that sign in at once end the former session once, and none of their own', async () => {
  useSettings()
  const ctx = testContext({ surface: 'web' })
  const { id: userId } = await insertUser()
  const before = await makeSession(userId, ctx)
  const { refreshToken, accessToken } = before
  const replacing = { ...ctx, replaces: { refreshToken, accessToken } }
  const opened = await twenty(async () => (await makeSession(userId, replacing)).sessionId)
  const alive = await db().sessionFamily.findMany({ where: { userId, revokedAt: null } })
  expect(alive.map(({ id }) => id).sort()).toEqual(opened.sort())
  const where = { action: 'session.ended', targetId: before.sessionId }
  expect(await db().auditRecord.count({ where })).toBe(1)
})
