import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

it('sequential queries leave requests and timers their turn', async () => {
  await db().$queryRaw`SELECT 1`
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const endsAt = performance.now() + 300
  while (performance.now() < endsAt) await db().$queryRaw`SELECT 1`
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
})
