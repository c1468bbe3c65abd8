import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'

/** Five times what the pool allows. */
const TOO_LONG_MS = 50

useTestDatabase()

it('lets timers and requests run between sequential queries', async () => {
  await db().$queryRaw`SELECT 1`
  const endsAt = performance.now() + 300
  let turnedAt = performance.now()
  const watching = (async () => {
    while (performance.now() < endsAt) {
      await nextTurn()
      turnedAt = performance.now()
    }
  })()
  while (performance.now() < endsAt) {
    const before = turnedAt
    const isDue = performance.now() - before > TOO_LONG_MS
    await db().$queryRaw`SELECT 1`
    if (isDue) expect(turnedAt).toBeGreaterThan(before)
  }
  await watching
})
