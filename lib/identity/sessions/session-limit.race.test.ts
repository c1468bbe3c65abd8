import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { startImpersonation } from '@/lib/identity/impersonation/start-impersonation'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({
    AUTH_MAX_SESSIONS_PER_USER: '3',
    AUTH_MAX_LOGIN_ATTEMPTS: '1000',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000',
  })
  await syncCatalog(new Date())
})

const aliveOf = (userId: string) => db().sessionFamily.count({ where: { userId, revokedAt: null } })

describe('the limit of sessions per user', () => {
  it('is never exceeded after twenty concurrent sign-ins', async () => {
    const { id, email } = await makeUser()
    const results = await twenty(() => login({ email, password: PASSWORD }, testContext()))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(await aliveOf(id)).toBe(3)
    const ended = await db().sessionFamily.findMany({
      where: { userId: id, NOT: { revokedAt: null } },
    })
    expect(ended.every(({ revokedReason }) => revokedReason === 'session_limit')).toBe(true)
    const displaced = { actorId: id, action: 'session.displaced' }
    expect(await db().auditRecord.count({ where: displaced })).toBe(ended.length)
  })

  it('leaves no impersonation of a session that it ends, however close it was started', async () => {
    const holder = await holderOf('users:impersonate')
    const { sessionId } = await makeSession(holder.userId, testContext())
    const actor = { ...holder, sessionId }
    const { id: userId } = await insertUser()
    await twenty<object>((i) =>
      i < 10
        ? startImpersonation(actor, { userId }, testContext())
        : makeSession(actor.userId, testContext()),
    )
    const own = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
    expect(own.revokedReason).toBe('session_limit')
    expect(await aliveOf(userId)).toBe(0)
  })

  it('ends the session that has not been used for the longest time, and no one else’s', async () => {
    const { id } = await makeUser()
    const other = await makeSession((await makeUser()).id, testContext())
    const start = new Date()
    const at = (seconds: number) => testContext({ now: addSeconds(start, seconds) })
    const first = await makeSession(id, at(0))
    const second = await makeSession(id, at(1))
    await makeSession(id, at(2))
    await db().sessionFamily.update({
      where: { id: first.sessionId },
      data: { lastUsedAt: addSeconds(start, 3) },
    })
    await makeSession(id, at(4))
    const identify = ({ accessToken }: { accessToken: string }) =>
      authenticate({ accessToken, surface: 'api', presentedByClient: true }, addSeconds(start, 5))
    expect(await identify(second)).toMatchObject({ code: 'session_revoked' })
    expect(await identify(first)).toMatchObject({ ok: true })
    expect(await identify(other)).toMatchObject({ ok: true })
  })
})
