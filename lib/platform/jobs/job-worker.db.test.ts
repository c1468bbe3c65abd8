import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import {
  definePurgeJob,
  defineRecurringJob,
  LANE_SLOTS,
  type StoredJob,
} from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import {
  type JobWorker,
  type JobWorkerOptions,
  startJobWorker,
} from '@/lib/platform/jobs/job-worker'
import { insertJob } from '@/lib/platform/jobs/job.store'
import { purgeJobs } from '@/lib/platform/jobs/platform.jobs'
import { noteJob, noteKind, passForTasks } from '@/tests/kit/jobs'
import { manualTimer } from '@/tests/kit/manual-timer'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const START = new Date('2026-11-21T12:00:00.000Z')
let at = START
let uptimeMs = 0
let timer = manualTimer()
const workers: JobWorker[] = []

beforeEach(async () => {
  at = START
  uptimeMs = 0
  timer = manualTimer()
  await db().job.deleteMany()
  await db().recurringTask.deleteMany()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

function start(jobs: StoredJob[], options: JobWorkerOptions = {}): JobWorker {
  const worker = startJobWorker(jobs, {
    ...{ after: timer.after, clock: () => at, uptime: () => uptimeMs },
    ...options,
  })
  workers.push(worker)
  return worker
}

/** A handler whose runs the test awaits, and ends, one by one. */
function heldHandler() {
  const begun: { payload: unknown; finish: () => void }[] = []
  let told = () => {}
  const handler = (payload: unknown) =>
    new Promise<void>((finish) => {
      begun.push({ payload, finish })
      told()
    })
  const untilBegun = async (count: number) => {
    while (begun.length < count) await new Promise<void>((resolve) => (told = resolve))
  }
  return { handler, begun, untilBegun }
}
const push = (n: number) => enqueueJob(db(), noteKind, { n }, START)

describe('a job worker', () => {
  it('starts a job right after the commit, without a poll', async () => {
    const held = heldHandler()
    start([noteJob(held.handler)])
    await timer.nextSleep()
    await inTransaction((tx) => enqueueJob(tx, noteKind, { n: 1 }, START))
    await held.untilBegun(1)
    await push(2)
    await held.untilBegun(2)
    held.begun.forEach(({ finish }) => finish())
  })

  it('finds within a second what another instance queued', async () => {
    const held = heldHandler()
    start([noteJob(held.handler)])
    const sleep = await timer.nextSleep()
    expect(sleep.ms).toBe(1000)
    await insertJob(
      db(),
      { id: newId(), kind: 'note', payload: {}, runAt: START, dedupeKey: null },
      START,
    )
    sleep.elapse()
    await held.untilBegun(1)
    held.begun[0]!.finish()
  })

  it('processes more jobs than it has slots without waiting for polls, never more than its slots at a time', async () => {
    for (let n = 0; n < LANE_SLOTS.default * 2 + 1; n++) await push(n)
    const held = heldHandler()
    start([noteJob(held.handler)])
    await held.untilBegun(LANE_SLOTS.default)
    expect(held.begun).toHaveLength(LANE_SLOTS.default)
    for (let n = 0; n < LANE_SLOTS.default * 2 + 1; n++) {
      await held.untilBegun(n + 1)
      held.begun[n]!.finish()
    }
    expect(new Set(held.begun.map(({ payload }) => (payload as { n: number }).n)).size).toBe(
      LANE_SLOTS.default * 2 + 1,
    )
  })

  it('on stop takes no new jobs and waits for running ones', async () => {
    await push(1)
    const held = heldHandler()
    const worker = start([noteJob(held.handler)])
    await held.untilBegun(1)
    const stopped = worker.stop()
    await push(2)
    held.begun[0]!.finish()
    await stopped
    expect(held.begun).toHaveLength(1)
    expect(await db().job.findMany()).toMatchObject([{ payload: { n: 2 }, attempts: 0 }])
  })

  it('on stop waits at most five seconds for a job that hangs', async () => {
    await push(1)
    const held = heldHandler()
    const worker = start([noteJob(held.handler)])
    await held.untilBegun(1)
    await timer.nextSleep()
    const stopped = worker.stop()
    const patience = await timer.nextSleep()
    expect(patience.ms).toBe(5000)
    patience.elapse()
    await stopped
    expect(await db().job.findFirst()).toMatchObject({ attempts: 1 })
    held.begun[0]!.finish()
  })
})

describe('a recurring job', () => {
  const purge = (run: (now: Date) => Promise<void>) =>
    defineRecurringJob({ name: 'purge', everySeconds: 60, run })
  const onePoll = async () => (await timer.nextSleep()).elapse()
  /** On all clocks. */
  async function pass(seconds: number): Promise<void> {
    at = addSeconds(at, seconds)
    uptimeMs += seconds * 1000
    await passForTasks(seconds)
  }
  const dueInSeconds = async () => {
    const { nextRunAt } = await db().recurringTask.findFirstOrThrow()
    return (nextRunAt.getTime() - Date.now()) / 1000
  }
  /**
   * The worker does not wait for the end of a run: until its claim is released, the next one is not
   * due.
   */
  const released = () => expect.poll(dueInSeconds, { timeout: 10_000 }).toBeLessThanOrEqual(60)

  it('runs at the start and then after each period, with the instant of the run', async () => {
    const runs: Date[] = []
    start([], { recurring: [purge(async (now) => void runs.push(now))] })
    const first = await timer.nextSleep()
    await released()
    expect(await dueInSeconds()).toBeGreaterThan(30)
    await pass(30)
    first.elapse()
    const second = await timer.nextSleep()
    await pass(30)
    second.elapse()
    await timer.nextSleep()
    expect(runs).toEqual([START, addSeconds(START, 60)])
  })

  it('that deletes rows runs after a period on a database that has never run it', async () => {
    const rows = vi.fn(async () => 0)
    const job = definePurgeJob({ name: 'purge', everySeconds: 900, purges: { rows } })
    start([], { recurring: [job] })
    const first = await timer.nextSleep()
    await pass(800)
    first.elapse()
    const sleep = await timer.nextSleep()
    expect(rows).not.toHaveBeenCalled()
    await pass(100)
    sleep.elapse()
    await expect.poll(() => rows.mock.calls.length, { timeout: 10_000 }).toBe(1)
  })

  it('due on two instances runs on one', async () => {
    const run = vi.fn(async () => {})
    start([], { recurring: [purge(run)] })
    await onePoll()
    await timer.nextSleep()
    start([], { recurring: [purge(run)] })
    await onePoll()
    await timer.nextSleep()
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('runs on the instance that is left as soon as it is due', async () => {
    const run = vi.fn(async () => {})
    const first = start([], { recurring: [purge(run)] })
    await timer.nextSleep()
    await released()
    await pass(50)
    start([], { recurring: [purge(run)] })
    const sleep = await timer.nextSleep()
    await first.stop()
    await pass(10)
    sleep.elapse()
    await expect.poll(() => run.mock.calls.length, { timeout: 10_000 }).toBe(2)
  })

  it('does not run twice at once on an instance whose clock is 20 minutes ahead', async () => {
    const held = heldHandler()
    start([], { recurring: [purge(held.handler)] })
    await held.untilBegun(1)
    at = addSeconds(START, 1200)
    start([], { recurring: [purge(held.handler)] })
    await onePoll()
    await timer.nextSleep()
    expect(held.begun).toHaveLength(1)
    held.begun[0]!.finish()
  })

  it('is due after its period although an instance whose clock was a month ahead ran it', async () => {
    const run = vi.fn(async () => {})
    at = addSeconds(START, 86_400 * 30)
    start([], { recurring: [purge(run)] })
    await timer.nextSleep()
    await released()
    expect(await dueInSeconds()).toBeGreaterThan(30)
    at = START
    await passForTasks(60)
    uptimeMs += 60_000
    start([], { recurring: [purge(run)] })
    await expect.poll(() => run.mock.calls.length, { timeout: 10_000 }).toBe(2)
  })

  it('runs again after the clock of its instance was set back', async () => {
    const run = vi.fn(async () => {})
    start([], { recurring: [purge(run)] })
    const sleep = await timer.nextSleep()
    await released()
    await pass(60)
    at = addSeconds(START, -86_400)
    sleep.elapse()
    await expect.poll(() => run.mock.calls.length, { timeout: 10_000 }).toBe(2)
  })

  it('that fails is logged, stops nothing and runs again when it is due', async () => {
    let runs = 0
    const run = async () => {
      runs++
      throw new Error('disk full')
    }
    const held = heldHandler()
    start([noteJob(held.handler)], { recurring: [purge(run)] })
    const sleep = await timer.nextSleep()
    await released()
    await pass(60)
    sleep.elapse()
    await timer.nextSleep()
    await push(1)
    await held.untilBegun(1)
    held.begun[0]!.finish()
    expect(runs).toBe(2)
  })

  it('leaves no claim behind when it is renamed or removed', async () => {
    const claims = [
      { name: 'removed', nextRunAt: addSeconds(new Date(), -8 * 86_400) },
      { name: 'late', nextRunAt: addSeconds(new Date(), -6 * 86_400) },
    ]
    await db().recurringTask.createMany({ data: claims })
    await purgeJobs.run(START)
    expect(await db().recurringTask.findMany()).toMatchObject([{ name: 'late' }])
  })
})
