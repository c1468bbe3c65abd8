import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  claimDueJobs,
  countWaitingJobs,
  deleteJobsNaming,
  purgeFailedJobs,
} from '@/lib/platform/jobs/job.store'
import { rowsRead } from '@/tests/kit/rows-read'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(async () => {
  await db().$executeRaw`
    INSERT INTO jobs (id, kind, payload, run_at, failed_at, created_at)
    SELECT uuid_v7(now() - interval '1 hour'), CASE WHEN n % 100 = 0 THEN 'sms' ELSE 'mail' END, '{}', now() - n * interval '1 second',
      CASE WHEN n % 4 = 0 THEN now() - n * interval '1 second' END, now() FROM generate_series(1, 20000) n`
  await db().$executeRaw`ANALYZE jobs`
})

describe('with a long backlog', () => {
  const claim = (kinds: string[]) => () => claimDueJobs(db(), { kinds, limit: 5, now: new Date() })

  it('a claim reads little more than what it takes', async () => {
    expect(await rowsRead('jobs', claim(['mail']))).toBeLessThan(50)
    expect(await rowsRead('jobs', claim(['mail', 'note', 'export']))).toBeLessThan(50)
  })

  it('a claim reads nothing of the backlog of other kinds', async () => {
    expect(await rowsRead('jobs', claim(['note', 'export']))).toBe(0)
  })

  it('a count of one kind reads only that kind', async () => {
    expect(await rowsRead('jobs', () => countWaitingJobs(db(), 'note'))).toBe(0)
  })

  it('a purge reads only what it deletes', async () => {
    const purge = () => purgeFailedJobs(db(), new Date(), 10)
    expect(await rowsRead('jobs', purge)).toBeLessThan(50)
  })

  it('those that name a user are searched in batches, all of them', async () => {
    const sent = vi.spyOn(db(), '$queryRaw')
    await db()
      .$executeRaw`UPDATE jobs SET payload = '{"email": "ada@example.org"}' WHERE run_at < now() - interval '5 hours'`
    await deleteJobsNaming(db(), { names: ['ada@example.org'], until: new Date(), keep: [] })
    expect(sent.mock.calls.length).toBe(5)
    sent.mockRestore()
    expect(
      await db().job.count({ where: { payload: { path: ['email'], equals: 'ada@example.org' } } }),
    ).toBe(0)
    expect(await db().job.count()).toBeGreaterThan(15_000)
  })

  it('an erasure searches only those queued after it', async () => {
    const span = { since: new Date(), until: addSeconds(new Date(), 120) }
    const search = () => deleteJobsNaming(db(), { names: ['a@example.org'], ...span, keep: [] })
    expect(await rowsRead('jobs', search)).toBe(0)
  })
})
