import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { signJwt, verifyJwt } from '@/lib/identity/sessions/jwt'
import { keyRing } from '@/lib/identity/sessions/key-ring'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { jtiOf } from '@/lib/identity/sessions/session-tokens'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { database, db } from '@/lib/platform/db/database'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

let sessions: IssuedSession[] = []
beforeEach(async () => {
  const { id } = await makeUser()
  sessions = []
  while (sessions.length < 20) sessions.push(await makeSession(id, testContext()))
})

const refresh = ({ refreshToken }: { refreshToken: string }) =>
  refreshSession({ refreshToken }, testContext())
const outcome = async (result: ReturnType<typeof refresh>) => {
  const settled = await result
  return settled.ok ? 'ok' : settled.code
}
const family = ({ sessionId: id }: IssuedSession) =>
  db().sessionFamily.findUniqueOrThrow({ where: { id } })

describe('twenty sessions refreshed at once', () => {
  it('each get their own successor, which works', async () => {
    for (let round = 2; round < 5; round++) {
      const results = await Promise.all(sessions.map(refresh))
      results.forEach((result, i) => {
        const { sessionId } = sessions[i]!
        expect(result).toMatchObject({ ok: true, session: { sessionId } })
        if (result.ok) sessions[i] = result.session
      })
      const rows = await Promise.all(sessions.map(family))
      for (const row of rows) expect(row).toMatchObject({ generation: round, revokedAt: null })
    }
  })

  it('take two statements: the first one goes alone, the others share the next', async () => {
    const sent = vi.spyOn(database().pool, 'query')
    await Promise.all(sessions.map(refresh))
    const names = sent.mock.calls.map(([statement]) => (statement as { name?: unknown }).name)
    sent.mockRestore()
    expect(names).toEqual(['rotate-family', 'rotate-families'])
  })

  it('get the outcome of their own token, whatever the others present', async () => {
    const [reused, revoked, expired, deactivated, web] = sessions as [
      IssuedSession,
      IssuedSession,
      IssuedSession,
      IssuedSession,
      IssuedSession,
    ]
    await refresh(reused)
    await db().sessionFamily.update({
      where: { id: revoked.sessionId },
      data: { revokedAt: new Date(), revokedReason: 'signed_out' },
    })
    await db().sessionFamily.update({
      where: { id: expired.sessionId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    })
    const other = await makeUser({ status: 'deactivated' })
    await db().sessionFamily.update({
      where: { id: deactivated.sessionId },
      data: { userId: other.id },
    })
    await db().sessionFamily.update({ where: { id: web.sessionId }, data: { surface: 'web' } })
    const results = await Promise.all(sessions.toReversed().map((one) => outcome(refresh(one))))
    const rows = await Promise.all(sessions.map(family))
    expect(results.toReversed()).toEqual([
      'refresh_token_reused',
      ...Array.from({ length: 4 }, () => 'invalid_refresh_token'),
      ...Array.from({ length: 15 }, () => 'ok'),
    ])
    expect(rows.map(({ generation }) => generation)).toEqual([
      2,
      ...Array.from({ length: 4 }, () => 1),
      ...Array.from({ length: 15 }, () => 2),
    ])
    expect(rows[0]).toMatchObject({ revokedReason: 'refresh_token_reused' })
  })

  it('do not wait for one that someone else has locked, which is refreshed afterwards', async () => {
    const locked = sessions[9]!
    const holder = await database().pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM session_families WHERE id = $1 FOR UPDATE', [
      locked.sessionId,
    ])
    const order: string[] = []
    const runs = sessions.map(async (one) => {
      const code = await outcome(refresh(one))
      order.push(one === locked ? 'locked' : 'free')
      if (order.length === sessions.length - 1) await holder.query('COMMIT')
      return code
    })
    expect(new Set(await Promise.all(runs))).toEqual(new Set(['ok']))
    holder.release()
    expect(order.at(-1)).toBe('locked')
    expect(await family(locked)).toMatchObject({ generation: 2 })
  })

  it('are not harmed by one whose values the database refuses', async () => {
    const last = 0x7fffffff
    const { sessionId: id, refreshToken } = sessions[9]!
    const { jtiKey } = await db().sessionFamily.update({
      where: { id },
      data: { generation: last },
    })
    const { secrets } = keyRing()
    const claims = verifyJwt('rt+jwt', refreshToken, () => secrets)!
    const jti = jtiOf(jtiKey, last).toString('base64url')
    const faulty = signJwt('rt+jwt', { ...claims, gen: last, jti }, secrets[0]!)
    const results = await Promise.allSettled(
      sessions.map((one, i) => refresh(i === 9 ? { refreshToken: faulty } : one)),
    )
    const faults = results.flatMap((result) => (result.status === 'rejected' ? [result] : []))
    expect(faults).toMatchObject([{ reason: { code: '22003' } }])
    const rows = await Promise.all(sessions.map(family))
    expect(rows.map(({ generation }) => generation)).toEqual(
      sessions.map((_, i) => (i === 9 ? last : 2)),
    )
  })

  it('are each presented twice: every token has one successor, and its reuse is detected', async () => {
    const twice = [...sessions, ...sessions.toReversed()]
    const results = await Promise.all(twice.map((one) => outcome(refresh(one))))
    expect(results.filter((code) => code === 'ok')).toHaveLength(20)
    expect(results.filter((code) => code === 'refresh_token_reused').length).toBeGreaterThan(0)
    for (const row of await Promise.all(sessions.map(family)))
      expect(row).toMatchObject({ generation: 2, revokedReason: 'refresh_token_reused' })
  })
})
