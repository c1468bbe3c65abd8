import pg from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { logger } from '@/lib/platform/logger'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { noteJob, noteKind } from '@/tests/kit/jobs'
import { manualTimer } from '@/tests/kit/manual-timer'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

it('a worker polls less often while the database is unavailable, logs it once, and recovers by itself', async () => {
  const admin = new pg.Client(inject('testServerUrl'))
  await admin.connect()
  const [{ name } = { name: '' }] = await db().$queryRaw<
    { name: string }[]
  >`SELECT current_database() AS name`
  const warn = vi.spyOn(logger(), 'warn')
  const said = () => warn.mock.calls.filter(([, text]) => /job worker/.test(String(text))).length
  const timer = manualTimer()
  let ran = () => {}
  const running = new Promise<void>((resolve) => (ran = resolve))
  await enqueueJob(db(), noteKind, {}, new Date(), new Date(Date.now() + 3_600_000))
  const worker = startJobWorker([noteJob(async () => ran())], { after: timer.after })
  const first = await timer.nextSleep()

  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    name,
  ])
  const sleeps: number[] = []
  let sleep = first
  for (let poll = 0; poll < 5; poll++) {
    sleep.elapse()
    sleep = await timer.nextSleep()
    sleeps.push(sleep.ms)
  }
  expect(sleeps).toEqual([1000, 2000, 4000, 4000, 4000])
  expect(said()).toBe(1)

  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  sleep.elapse()
  sleep = await timer.nextSleep()
  expect(sleep.ms).toBe(1000)
  await db().job.updateMany({ data: { runAt: new Date() } })
  sleep.elapse()
  await running
  await worker.stop()
  await admin.end()
})
