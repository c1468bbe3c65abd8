import { expect, it } from 'vitest'
import { setClock } from '@/lib/platform/clock'
import { useTestDatabase } from '@/lib/testing/test-database'
import { checkClock } from '@/server/ctl/doctor-checks'

useTestDatabase()

it.each([
  [0, 'ok'],
  [10_000, 'warning'],
  [-10_000, 'warning'],
  [60_000, 'failed'],
  [-60_000, 'failed'],
])('finds a clock that is %i ms off', async (offset, state) => {
  const before = setClock({ now: () => new Date(Date.now() + offset) })
  try {
    expect(await checkClock()).toMatchObject({ state })
  } finally {
    setClock(before)
  }
})
