import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { definePurgeJob } from '@/lib/platform/jobs/define-job'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const WITHIN_MS = 30
const PAUSE_MS = 9
const MANY = 100_000
/** Only batches take time, a millisecond each, so that the speed of the machine plays no part. */
let ms = 0
beforeEach(() => {
  ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => ms)
})
afterEach(() => void vi.restoreAllMocks())

/** A table with that many rows. */
function table(rows: number) {
  const state = { rows, purge }
  async function purge(_db: unknown, _now: Date, limit: number) {
    ms += 1
    const deleted = Math.min(limit, state.rows)
    state.rows -= deleted
    return deleted
  }
  return state
}

function jobOf(...tables: ReturnType<typeof table>[]) {
  const purges = Object.fromEntries(tables.map(({ purge }, i) => [`table_${i}`, purge]))
  return definePurgeJob({ name: 'purge', everySeconds: 60, purges }, WITHIN_MS)
}

it('a purge ends when its time is up, and the next run continues', async () => {
  const backlog = table(MANY)
  const job = jobOf(backlog)
  await job.run(new Date())
  const left = backlog.rows
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(MANY)
  await job.run(new Date())
  expect(backlog.rows).toBeLessThan(left)
})

it('a backlog in one table does not keep the others from being purged', async () => {
  const [first, second, last] = [table(MANY), table(MANY), table(10)]
  await jobOf(first, second, last).run(new Date())
  expect(second.rows).toBeLessThanOrEqual(first.rows)
  expect(last.rows).toBe(0)
})

it('a purge with little to do deletes everything', async () => {
  const small = table(1000)
  await jobOf(small).run(new Date())
  expect(small.rows).toBe(0)
})

it('a purge starts no pause that ends after its time is up', async () => {
  await jobOf(table(MANY), table(MANY)).run(new Date())
  expect(ms + PAUSE_MS).toBeLessThanOrEqual(WITHIN_MS)
})
