import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { MAX_ATTEMPTS } from '@/lib/platform/jobs/backoff'
import { defineJob, type JobRun, LANE_SLOTS } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { claimDueJobs, LEASE_SECONDS, purgeFailedJobs } from '@/lib/platform/jobs/job.store'
import { expireLeases, noteJob, noteKind, runDueJobs } from '@/tests/kit/jobs'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')
const later = (seconds: number) => addSeconds(NOW, seconds)
const push = (
  payload: object,
  { runAt, dedupeKey, kind = 'note' }: { runAt?: Date; dedupeKey?: string; kind?: string } = {},
) => enqueueJob(db(), { ...noteKind, kind, dedupeBy: () => dedupeKey }, { ...payload }, NOW, runAt)

let seen: { payload: unknown; run: JobRun }[] = []
const note = noteJob(async (payload, run) => void seen.push({ payload, run }))
const away = async () => {
  throw new Error('the other side is away')
}
const fail = noteJob(away)
const number = defineJob({
  kind: 'note',
  payload: z.object({ n: z.number() }),
  run: async () => {},
})

beforeEach(async () => {
  seen = []
  await db().job.deleteMany()
})

describe('queued jobs', () => {
  it('run with their payload and are then deleted', async () => {
    await push({ text: 'ğüş "\\ 😀', list: [1, null] })
    expect(await runDueJobs([note], NOW)).toBe(1)
    expect(seen[0]!.payload).toEqual({ text: 'ğüş "\\ 😀', list: [1, null] })
    expect(seen[0]!.run).toMatchObject({ attempt: 1, now: NOW })
    expect(await db().job.count()).toBe(0)
  })

  it('exist if and only if their transaction commits', async () => {
    await inTransaction((tx) => enqueueJob(tx, noteKind, { kept: true }, NOW))
    await inTransaction(async (tx) => {
      await enqueueJob(tx, noteKind, { kept: false }, NOW)
      throw new Error('rolled back')
    }).catch(() => {})
    await runDueJobs([note], NOW)
    expect(seen.map(({ payload }) => payload)).toEqual([{ kept: true }])
  })

  it('do not run before their time, then the oldest first', async () => {
    await push({ n: 2 }, { runAt: later(20) })
    await push({ n: 1 }, { runAt: later(10) })
    expect(await runDueJobs([note], later(9))).toBe(0)
    expect(await runDueJobs([note], later(20), 1)).toBe(1)
    expect(seen.map(({ payload }) => payload)).toEqual([{ n: 1 }])
  })

  it('are claimed no more at a time than a worker has slots', async () => {
    for (let n = 0; n < LANE_SLOTS.default + 1; n++) await push({ n })
    expect(await runDueJobs([note], NOW)).toBe(LANE_SLOTS.default)
    expect(await runDueJobs([note], NOW)).toBe(1)
  })

  it('of a kind that this build does not know are left to one that does', async () => {
    await push({}, { kind: 'from_the_future' })
    expect(await runDueJobs([note], NOW)).toBe(0)
    expect(await db().job.findFirst()).toMatchObject({ attempts: 0, failedAt: null })
  })
})

describe('a dedupe key', () => {
  it('allows one waiting job, with the payload of the latest request', async () => {
    await push({ n: 1 }, { dedupeKey: 'k' })
    await push({ n: 2 }, { dedupeKey: 'k' })
    await push({ n: 3 }, { dedupeKey: 'other' })
    await runDueJobs([note], NOW)
    expect(seen.map(({ payload }) => payload)).toEqual([{ n: 2 }, { n: 3 }])
  })

  it('is free again as soon as the job is claimed, so that a request in the meantime is not lost', async () => {
    await push({ n: 1 }, { dedupeKey: 'k' })
    await runDueJobs([noteJob(() => push({ n: 2 }, { dedupeKey: 'k' }))], NOW)
    await runDueJobs([note], NOW)
    expect(seen.map(({ payload }) => payload)).toEqual([{ n: 2 }])
  })
})

describe('a job that fails', () => {
  it('is tried eight times with growing delays, then kept as failed and never run again', async () => {
    await push({})
    let at = NOW
    const delays: number[] = []
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(await runDueJobs([fail], at)).toBe(1)
      const job = await db().job.findFirstOrThrow()
      delays.push((job.runAt.getTime() - at.getTime()) / 1000)
      if (attempt < MAX_ATTEMPTS) {
        expect(await runDueJobs([note], addSeconds(job.runAt, -0.001))).toBe(0)
        at = job.runAt
      }
    }
    expect(delays.slice(0, -1)).toEqual(delays.slice(0, -1).sort((a, b) => a - b))
    const job = await db().job.findFirstOrThrow()
    expect(job).toMatchObject({ attempts: MAX_ATTEMPTS, failedAt: at, lockedUntil: null })
    expect(job.lastError).toBe('Error: the other side is away')
    expect(await runDueJobs([note], later(10 * 86_400))).toBe(0)
  })

  it('can succeed in a later attempt without a trace of the error', async () => {
    await push({ n: 1 })
    await runDueJobs([fail], NOW)
    expect(await runDueJobs([note], later(6))).toBe(1)
    expect(seen[0]!.run.attempt).toBe(2)
    expect(await db().job.count()).toBe(0)
  })

  it('on the third attempt stops its work, if it declares how', async () => {
    const stopped: unknown[] = []
    const job = defineJob({
      ...noteKind,
      run: away,
      onRepeatedError: async (payload, at) => void stopped.push(payload, at),
    })
    await push({ n: 1 })
    await runDueJobs([job], NOW)
    await runDueJobs([job], later(60))
    expect(stopped).toEqual([])
    await runDueJobs([job], later(600))
    expect(stopped).toEqual([{ n: 1 }, later(600)])
    expect(await db().job.count()).toBe(0)
  })

  it('does not stop the others', async () => {
    await push({ n: 1 }, { kind: 'bad' })
    await push({ n: 2 })
    await runDueJobs([note, noteJob(away, 'bad')], NOW)
    expect(seen).toHaveLength(1)
    expect(await db().job.count()).toBe(1)
  })

  it('because of an invalid payload fails at once, without retries', async () => {
    await push({ n: 'one' })
    await runDueJobs([number], NOW)
    expect(await db().job.findFirst()).toMatchObject({ attempts: 1, failedAt: NOW })
  })

  it('is deleted after the retention period; a waiting one never is', async () => {
    await push({ n: 'one' })
    await runDueJobs([number], NOW)
    await push({ n: 2 })
    expect(await purgeFailedJobs(db(), NOW, 10)).toBe(0)
    expect(await purgeFailedJobs(db(), later(1), 10)).toBe(1)
    expect(await db().job.findMany()).toMatchObject([{ payload: { n: 2 }, failedAt: null }])
  })
})

describe('a worker that died', () => {
  const take = () => claimDueJobs(db(), { kinds: ['note'], limit: 1, now: NOW })
  const takeAndDie = async () => {
    await take()
    await expireLeases()
  }

  it('frees its job for others once the lease has expired', async () => {
    await push({ n: 1 })
    await take()
    expect(await runDueJobs([note], NOW)).toBe(0)
    await expireLeases()
    expect(await runDueJobs([note], NOW)).toBe(1)
    expect(seen[0]!.run.attempt).toBe(2)
    expect(await db().job.count()).toBe(0)
  })

  it('on every attempt fails the job after eight attempts', async () => {
    await push({ n: 1 })
    for (let crash = 0; crash < MAX_ATTEMPTS; crash++) await takeAndDie()
    await runDueJobs([note], NOW)
    expect(seen).toEqual([])
    expect((await db().job.findFirstOrThrow()).failedAt).not.toBeNull()
  })

  it('and resumes late neither deletes nor postpones a job another worker runs', async () => {
    await push({ n: 1 })
    const slow = async () => {
      await expireLeases()
      await take()
    }
    await runDueJobs([noteJob(slow)], NOW)
    const [job] = await db().job.findMany()
    expect(job).toMatchObject({ attempts: 2 })
    expect(job!.lockedUntil!.getTime()).toBeGreaterThan(Date.now())
  })

  it('keeps its job for the whole lease, also from an instance whose clock is ahead', async () => {
    await push({ n: 1 })
    await take()
    const ahead = addSeconds(new Date(), 90)
    expect(await runDueJobs([note], ahead)).toBe(0)
    const [job] = await db().job.findMany()
    const leftMs = job!.lockedUntil!.getTime() - Date.now()
    expect(leftMs).toBeGreaterThan((LEASE_SECONDS - 30) * 1000)
    expect(leftMs).toBeLessThanOrEqual(LEASE_SECONDS * 1000)
  })
})
