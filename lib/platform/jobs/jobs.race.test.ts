import { expect, it } from 'vitest'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { claimRecurringTasks } from '@/lib/platform/jobs/job.store'
import { twenty } from '@/tests/kit/at-once'
import { noteJob, noteKind, passForTasks, runDueJobs } from '@/tests/kit/jobs'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')

it('20 concurrent workers run each of 100 jobs once', async () => {
  const runs = new Map<unknown, number>()
  const count = noteJob(async (payload) => {
    const { n } = payload as { n: number }
    runs.set(n, (runs.get(n) ?? 0) + 1)
  })
  for (let n = 0; n < 100; n++) await enqueueJob(db(), noteKind, { n }, NOW)
  await twenty(async () => {
    while ((await runDueJobs([count], NOW)) > 0);
  })
  expect([...runs.values()].every((times) => times === 1)).toBe(true)
  expect(runs.size).toBe(100)
  expect(await db().job.count()).toBe(0)
})

it('20 concurrent requests with one key leave one job, in and outside of transactions', async () => {
  const job = { ...noteKind, dedupeBy: () => 'one' }
  await twenty((n) =>
    n % 2 ? inTransaction((tx) => enqueueJob(tx, job, {}, NOW)) : enqueueJob(db(), job, {}, NOW),
  )
  expect(await db().job.count({ where: { dedupeKey: 'note:one' } })).toBe(1)
})

it('a waiting job takes up a later request: its payload, an earlier time, and not before its commit', async () => {
  const job = { ...noteKind, dedupeBy: () => 'one' }
  const ran: unknown[] = []
  const note = noteJob(async (payload) => void ran.push(payload))
  await enqueueJob(db(), job, { n: 1 }, NOW, addSeconds(NOW, 60))
  await inTransaction(async (tx) => {
    await enqueueJob(tx, job, { n: 2 }, NOW)
    expect(await runDueJobs([note], addSeconds(NOW, 60))).toBe(0)
  })
  expect(await runDueJobs([note], NOW)).toBe(1)
  await enqueueJob(db(), job, { n: 3 }, NOW)
  await enqueueJob(db(), job, { n: 4 }, NOW, addSeconds(NOW, 60))
  expect(await runDueJobs([note], NOW)).toBe(1)
  expect(ran).toEqual([{ n: 2 }, { n: 4 }])
})

it('20 instances that find the same recurring jobs due run each once', async () => {
  const names = ['c', 'a', 'b']
  const claim = async () => {
    const claims = await twenty((n) =>
      claimRecurringTasks(
        db(),
        names.map((_, index) => ({
          name: names[(index + n) % names.length]!,
          seconds: 600 + n,
        })),
      ),
    )
    const claimed = claims.flat().filter(({ isClaimed }) => isClaimed)
    return claimed.map(({ name }) => name).sort()
  }
  expect(await claim()).toEqual(['a', 'b', 'c'])
  await passForTasks(590)
  expect(await claim()).toEqual([])
  await passForTasks(30)
  expect(await claim()).toEqual(['a', 'b', 'c'])
})
