import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds, setDatabaseClockByCallers } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  type Reservation,
  reserveAttempt,
  settleAttempt,
} from '@/lib/protection/login-guard/login-guard'
import { purgeLoginGuard } from '@/lib/protection/login-guard/login-guard.store'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
setDatabaseClockByCallers(false)

const LIMIT = 5
const LOCKOUT = 900
const reserve = (email: string, secondsAhead: number) =>
  reserveAttempt(email, testContext({ now: addSeconds(new Date(), secondsAhead) }), 0)

async function admitted(email: string, secondsAhead: number): Promise<Reservation> {
  const reserved = await reserve(email, secondsAhead)
  if (!reserved.ok) throw new Error(`not admitted: ${reserved.code}`)
  return reserved.reservation
}

beforeEach(async () => {
  loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: `${LIMIT}`, AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: `${LIMIT}` })
  await db().$executeRaw`TRUNCATE login_guard`
})

describe.each([-110, 110])('an instance whose clock is %i s ahead', (ahead) => {
  it('shares a network with others, and no attempt fails because another one follows', async () => {
    for (let i = 0; i < 3 * LIMIT; i++) {
      const held = await admitted(`a${i}@example.com`, ahead)
      const other = await admitted(`b${i}@example.com`, 0)
      await settleAttempt(held, 'succeeded')
      await settleAttempt(other, 'succeeded')
    }
    const rows = await db().loginGuard.findMany({ select: { failures: true, pending: true } })
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ failures: 0, pending: [] })]),
    )
  })

  it('admits no guess too many and respects the locks of others, for as long as they last', async () => {
    for (let i = 0; i < LIMIT; i++)
      await settleAttempt(await admitted('victim@example.com', i % 2 ? 0 : ahead), 'failed')
    for (const secondsAhead of [0, ahead]) {
      const refused = await reserve('victim@example.com', secondsAhead)
      expect(refused).toMatchObject({ code: 'account_locked' })
      const { retryAfterSeconds } = refused as { retryAfterSeconds: number }
      expect(retryAfterSeconds).toBeGreaterThan(LOCKOUT - 60)
      expect(retryAfterSeconds).toBeLessThanOrEqual(LOCKOUT)
    }
  })

  it('leaves the counters alone whose locks have not ended', async () => {
    for (let i = 0; i < LIMIT; i++)
      await settleAttempt(await admitted('victim@example.com', 0), 'failed')
    await db()
      .$executeRaw`UPDATE login_guard SET locked_until = clock_timestamp() + interval '60 s', window_ends_at = clock_timestamp() + interval '60 s'`
    expect(await purgeLoginGuard(db(), addSeconds(new Date(), ahead), 1000)).toBe(0)
    await db()
      .$executeRaw`UPDATE login_guard SET locked_until = clock_timestamp() - interval '1 s', window_ends_at = clock_timestamp() - interval '1 s'`
    expect(await purgeLoginGuard(db(), addSeconds(new Date(), ahead), 1000)).toBe(2)
  })
})
