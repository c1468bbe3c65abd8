import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { clockFrom } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'
import { inUnsyncedTransaction } from '@/lib/platform/db/transaction'

/** What queuing a job requires: its name, payload, and deduplication. */
export interface JobKind<Payload extends object> {
  /** Stored in the database. Jobs in the queue outlive a deployment, so it never changes. */
  kind: string
  /** Stored in clear text, so it must not contain secrets. */
  payload: z.ZodType<Payload, Payload>
  /**
   * While a job with the same key is waiting, no other is queued: it takes the new payload, and the
   * earlier time of the two. Undefined queues each.
   */
  dedupeBy?(payload: Payload): string | undefined
}

interface JobDefinition<Payload extends object> extends JobKind<Payload> {
  /** Jobs of one lane never wait for those of another. Default: `default`. */
  lane?: Lane
  /**
   * Ends within 45 s, and throws to be retried. Runs at least once: twice if the worker dies
   * between the work and the deletion of the job.
   */
  run(payload: Payload, run: JobRun): Promise<void>
  /**
   * Stops the work cleanly if the third or a later attempt fails for another reason than a database
   * outage: the error may be permanent. Without it, the job is retried until its last attempt.
   */
  onRepeatedError?(payload: Payload, now: Date): Promise<void>
}

/**
 * How many jobs of a lane one process runs at once. A mail server or text message provider that
 * hangs delays only its own lane.
 */
export const LANE_SLOTS = { default: 5, mail: 5, texts: 2, notifications: 2 } as const
export type Lane = keyof typeof LANE_SLOTS

/**
 * What a job knows about its run: `attempt` counts from 1, `now` is the instant of this attempt.
 */
export interface JobRun {
  id: string
  attempt: number
  now: Date
}

/** A job as the worker sees it: it takes the payload as stored, and throws if that is invalid. */
export interface StoredJob {
  type: 'job'
  kind: string
  lane: Lane
  run(stored: unknown, run: JobRun): Promise<void>
  onRepeatedError: ((stored: unknown, now: Date) => Promise<void>) | null
  /** The deduplication key of a stored payload: the id of the work, for logs. */
  keyOf(stored: unknown): string | undefined
}

export interface Job<Payload extends object> extends JobKind<Payload>, StoredJob {}

/** Declares a one-off job. Lives in a `*.jobs.ts` listed in `server/jobs.ts`. */
export function defineJob<Payload extends object>(
  definition: JobDefinition<Payload>,
): Job<Payload> {
  const { payload, lane = 'default', onRepeatedError, dedupeBy } = definition
  return {
    ...definition,
    type: 'job',
    lane,
    run: async (stored, run) => definition.run(payload.parse(stored), run),
    onRepeatedError: onRepeatedError
      ? async (stored, now) => onRepeatedError(payload.parse(stored), now)
      : null,
    keyOf: (stored) => dedupeBy?.(payload.parse(stored)),
  }
}

/**
 * Declares what queuing a job takes, apart from its `run`, for a job that is queued by modules its
 * `run` depends on. The job itself is then `defineJob({ ...kind, run })`.
 */
export function defineJobKind<Payload extends object>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind
}

/** A recurring job: one instance at a time runs it. */
export interface RecurringJob {
  type: 'recurring_job'
  /** Stored in the database and shown on the status page. */
  name: string
  everySeconds: number
  /**
   * How long the job of an instance that died waits for another. May be shorter than 15 minutes
   * only if `run` itself prevents concurrent runs.
   */
  claimSeconds?: number
  /**
   * True if a database that has never run it needs it only after a period; otherwise it runs at the
   * first start.
   */
  startsLater?: boolean
  /** Works in small batches and ends within ten minutes. An error is logged. */
  run(now: Date): Promise<unknown>
}

/** Declares a recurring job. Lives in a `*.jobs.ts` listed in `server/jobs.ts`. */
export function defineRecurringJob(job: Omit<RecurringJob, 'type'>): RecurringJob {
  return { ...job, type: 'recurring_job' }
}

/** Deletes up to `limit` rows that are no longer needed at `now`. Returns how many. */
export type Purge = (db: Db, now: Date, limit: number) => Promise<number>

/** A recurring job that deletes rows. `gatehousectl purge` runs it at any time. */
export interface PurgeJob extends RecurringJob {
  /** By table. */
  purges: Readonly<Record<string, Purge>>
}

/**
 * Declares a recurring job that deletes rows, table by table in the order of `purges`. The next run
 * deletes what is left when time is up. Tests give it less time.
 */
export function definePurgeJob(
  { purges, ...job }: Omit<PurgeJob, 'type' | 'run'>,
  withinMs = WORK_MS,
): PurgeJob {
  const run = async (now: Date) => {
    const clock = clockFrom(now)
    const steps = Object.values(purges).map(
      (purge) => (endsAt: number) => purgeAll(purge, clock, { endsAt }),
    )
    await shareTime(steps, withinMs)
  }
  return { ...defineRecurringJob({ ...job, startsLater: true, run }), purges }
}

/**
 * Deletes all rows of a table that are no longer needed, by `clock` at each batch: the last of many
 * is minutes later. Ends at `endsAt` (see purgeInBatches). Returns how many, and tells `onBatch` as
 * soon as a part of them is committed.
 */
export function purgeAll(
  purge: Purge,
  clock: () => Date,
  { endsAt, onBatch }: { endsAt?: number; onBatch?: (count: number) => void } = {},
): Promise<number> {
  const deleteBatch = async (limit: number) => {
    const count = await inUnsyncedTransaction((tx) => purge(tx, clock(), limit))
    onBatch?.(count)
    return count
  }
  return purgeInBatches(deleteBatch, { endsAt })
}

const typeOf = (value: unknown) => (value as { type?: unknown } | null | undefined)?.type

/** Whether an export of a module is what `defineJob` returned. */
export function isJob(value: unknown): value is StoredJob {
  return typeOf(value) === 'job'
}

/** Whether an export of a module is what `defineRecurringJob` returned. */
export function isRecurringJob(value: unknown): value is RecurringJob {
  return typeOf(value) === 'recurring_job'
}

/** Whether a recurring job is one that `definePurgeJob` returned. */
export function isPurgeJob(job: RecurringJob): job is PurgeJob {
  return 'purges' in job
}

/** The pause after a batch, as a multiple of the time that the batch took. */
const PAUSE_FACTOR = 9

/**
 * Calls `purge` until it finds less than a full batch, or until `endsAt` (of `performance.now()`),
 * but at least once.
 * Small batches, so that no request has to wait for a long statement, and pauses between them, so
 * that requests get most of the database's time. Returns how many were deleted.
 */
export async function purgeInBatches(
  purge: (limit: number) => Promise<number>,
  { limit = 200, endsAt = Infinity }: { limit?: number; endsAt?: number } = {},
): Promise<number> {
  for (let deleted = 0; ;) {
    const startedAt = performance.now()
    const count = await purge(limit)
    deleted += count
    const pauseMs = pauseSince(startedAt)
    if (count < limit || performance.now() + pauseMs >= endsAt) return deleted
    await sleep(pauseMs)
  }
}

/**
 * A recurring job has ten minutes. The rest is for the batch under way when time is up, and for the
 * first batch of each step after it.
 */
const WORK_MS = 8 * 60_000

/**
 * When a recurring job that begins now stops working through a backlog (of `performance.now()`).
 */
export function endOfRun(withinMs = WORK_MS): number {
  return performance.now() + withinMs
}

/**
 * Takes the steps of a recurring job one after the other. Each gets an equal part of the time that
 * those before it have left, so that a backlog in one does not keep the others from their turn. A
 * step stops at `endsAt` (of `performance.now()`).
 */
export async function shareTime(
  steps: readonly ((endsAt: number) => Promise<unknown>)[],
  withinMs = WORK_MS,
): Promise<void> {
  const runEndsAt = endOfRun(withinMs)
  let left = steps.length
  for (const step of steps) {
    const startsAt = performance.now()
    await step(startsAt + (runEndsAt - startsAt) / left--)
  }
}

/** Pauses after a batch that began at `startedAt` (of `performance.now()`). */
export async function pauseAfter(startedAt: number): Promise<void> {
  await sleep(pauseSince(startedAt))
}

const pauseSince = (startedAt: number) => (performance.now() - startedAt) * PAUSE_FACTOR
