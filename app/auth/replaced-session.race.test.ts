import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
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

describe('with a limit of one session per user, sign-ins never wait for each other in a circle', () => {
  const replacing = ({ refreshToken, accessToken }: IssuedSession) =>
    testContext({ surface: 'web', replaces: { refreshToken, accessToken } })
  const liveOf = (userId: string) =>
    db().sessionFamily.count({ where: { userId, revokedAt: null } })
  const endingsOf = (targetId: string) =>
    db().auditRecord.count({
      where: { action: { in: ['session.ended', 'session.displaced'] }, targetId },
    })
  beforeAll(() => void useSettings({ AUTH_MAX_SESSIONS_PER_USER: '1' }))

  it('if half of them replace the session that the others displace', async () => {
    const { id: userId } = await insertUser()
    const before = await makeSession(userId, testContext({ surface: 'web' }))
    await twenty((i) => makeSession(userId, i % 2 ? replacing(before) : testContext()))
    expect(await liveOf(userId)).toBe(1)
    expect(await endingsOf(before.sessionId)).toBe(1)
  })

  it('if those of two users replace sessions of each other', async () => {
    const [one, other] = [await insertUser(), await insertUser()]
    const before = await makeSession(one.id, testContext({ surface: 'web' }))
    const beside = await makeSession(other.id, testContext({ surface: 'web' }))
    await twenty((i) =>
      i % 2 ? makeSession(one.id, replacing(beside)) : makeSession(other.id, replacing(before)),
    )
    for (const { id } of [one, other]) expect(await liveOf(id)).toBe(1)
    for (const { sessionId } of [before, beside]) expect(await endingsOf(sessionId)).toBe(1)
  })
})
