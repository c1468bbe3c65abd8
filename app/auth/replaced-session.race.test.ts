import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { type Db, db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { lockWaiters } from '@/tests/kit/lock-waiters'
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

describe('with a limit of one session per user', () => {
  const replacing = ({ refreshToken, accessToken }: IssuedSession) =>
    testContext({ surface: 'web', replaces: { refreshToken, accessToken } })
  const liveOf = (userId: string) =>
    db().sessionFamily.count({ where: { userId, revokedAt: null } })
  const endingsOf = (targetId: string) =>
    db().auditRecord.count({
      where: { action: { in: ['session.ended', 'session.displaced'] }, targetId },
    })
  const signedIn = async () => {
    const { id: userId } = await insertUser()
    return { userId, session: await makeSession(userId, testContext({ surface: 'web' })) }
  }
  beforeAll(() => void useSettings({ AUTH_MAX_SESSIONS_PER_USER: '1' }))

  it('a session that half of the sign-ins replace and the others displace ends once', async () => {
    const { userId, session } = await signedIn()
    await twenty((i) => makeSession(userId, i % 2 ? replacing(session) : testContext()))
    expect(await liveOf(userId)).toBe(1)
    expect(await endingsOf(session.sessionId)).toBe(1)
  })

  it('sign-ins of two users that replace sessions of each other never deadlock', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await twenty((i) =>
      i % 2
        ? makeSession(one.userId, replacing(other.session))
        : makeSession(other.userId, replacing(one.session)),
    )
    for (const { userId, session } of [one, other]) {
      expect(await liveOf(userId)).toBe(1)
      expect(await endingsOf(session.sessionId)).toBe(1)
    }
  })

  /** Signs in while `hold` keeps a lock, and runs `check` when the sign-in waits for it. */
  async function signInBehind(
    hold: (tx: Tx) => Promise<unknown>,
    signIn: () => Promise<unknown>,
    check: () => Promise<void>,
  ) {
    const { attempt } = await inTransaction(async (tx) => {
      await hold(tx)
      const attempt = signIn()
      attempt.catch(() => undefined)
      await lockWaiters(1)
      await check()
      return { attempt }
    })
    await attempt
  }
  const lockedIn = (tx: Db, { sessionId }: IssuedSession) => tx.$queryRaw<unknown[]>`
    SELECT FROM session_families WHERE id = ${sessionId}::uuid FOR UPDATE SKIP LOCKED`
  const isFree = async (session: IssuedSession) => (await lockedIn(db(), session)).length === 1

  it('a sign-in that waits for another one of its user holds no session yet', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    for (const replaced of [one.session, other.session])
      await signInBehind(
        (tx) => tx.$queryRaw`
          SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`sessions of ${one.userId}`}::text, 0))`,
        () => makeSession(one.userId, replacing(replaced)),
        async () => expect(await isFree(replaced)).toBe(true),
      )
  })

  // The ids of sessions are in the order of their sign-ins.
  it.each(['displaces', 'replaces'])(
    'a sign-in locks the session that it %s first if that is the earlier one',
    async (how) => {
      const [one, other] = [await signedIn(), await signedIn()]
      const { userId, replaced } =
        how === 'displaces'
          ? { userId: one.userId, replaced: other.session }
          : { userId: other.userId, replaced: one.session }
      await signInBehind(
        (tx) => lockedIn(tx, one.session),
        () => makeSession(userId, replacing(replaced)),
        async () => expect(await isFree(other.session)).toBe(true),
      )
      for (const { session } of [one, other]) expect(await endingsOf(session.sessionId)).toBe(1)
    },
  )
})
