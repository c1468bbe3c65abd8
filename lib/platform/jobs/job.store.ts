import type { Db } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'
import { COUNT_PROBE } from '@/lib/platform/pagination'

/**
 * How long a claimed job belongs to its worker, by the clock of the database, because those of
 * instances may differ. Every handler must end well before; then another instance may claim it.
 */
export const LEASE_SECONDS = 60

/**
 * A job claimed by this worker. `attempt` counts from 1 and distinguishes this lease from a later
 * one.
 */
export interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  attempt: number
}

/** A new job. `runAt` is the earliest instant; only one waiting job per `dedupeKey` is allowed. */
export interface NewJob {
  id: string
  kind: string
  payload: object
  runAt: Date
  dedupeKey: string | null
}

/**
 * Inserts a job. If one with the same key is waiting, that one takes its payload and, if it is
 * earlier, its time. The lock on that job keeps workers from it until the caller's transaction ends,
 * so that the job sees what the caller changed.
 */
export async function insertJob(db: Db, job: NewJob, now: Date): Promise<void> {
  await db.$executeRaw`
    INSERT INTO jobs AS waiting (id, kind, payload, dedupe_key, run_at, created_at)
    VALUES (${job.id}::uuid, ${job.kind}, ${JSON.stringify(job.payload)}::jsonb, ${job.dedupeKey},
            ${job.runAt}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (dedupe_key) DO UPDATE
    SET payload = EXCLUDED.payload, run_at = LEAST(waiting.run_at, EXCLUDED.run_at)`
}

/**
 * Claims up to `limit` due jobs of the given kinds for LEASE_SECONDS, oldest first. One statement:
 * no two workers get the same job, and none waits for another. A job whose lease has expired (its
 * worker died) is due again. Clears the key, so that a request from now on queues a new job.
 */
export async function claimDueJobs(
  db: Db,
  { kinds, limit, now }: { kinds: string[]; limit: number; now: Date },
): Promise<ClaimedJob[]> {
  return db.$queryRaw<ClaimedJob[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM jobs
      WHERE failed_at IS NULL AND run_at <= ${now}::timestamptz
        AND (locked_until IS NULL OR locked_until <= clock_timestamp())
        AND kind = ANY(${kinds}::text[])
      ORDER BY run_at, id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
    UPDATE jobs SET attempts = attempts + 1, dedupe_key = NULL,
                    locked_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
    FROM due WHERE jobs.id = due.id
    RETURNING jobs.id::text, jobs.kind, jobs.payload, jobs.attempts AS attempt`
}

/** Deletes a finished job; does nothing if another worker holds the lease by now. */
export async function deleteJob(db: Db, job: ClaimedJob): Promise<void> {
  await db.$executeRaw`DELETE FROM jobs WHERE id = ${job.id}::uuid AND attempts = ${job.attempt}::int`
}

/** Releases a job, to be tried again at `runAt`. */
export async function postponeJob(
  db: Db,
  job: ClaimedJob,
  runAt: Date,
  error: string,
): Promise<void> {
  await db.$executeRaw`
    UPDATE jobs SET locked_until = NULL, run_at = ${runAt}::timestamptz, last_error = ${error}
    WHERE id = ${job.id}::uuid AND attempts = ${job.attempt}::int`
}

/** Marks a job as permanently failed: it is kept for the operator and never runs again. */
export async function failJob(db: Db, job: ClaimedJob, now: Date, error: string): Promise<void> {
  await db.$executeRaw`
    UPDATE jobs SET locked_until = NULL, failed_at = ${now}::timestamptz, last_error = ${error}
    WHERE id = ${job.id}::uuid AND attempts = ${job.attempt}::int`
}

/** Deletes up to `limit` jobs whose last attempt failed before `before`. Returns how many. */
export async function purgeFailedJobs(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM jobs WHERE id IN (
      SELECT id FROM jobs WHERE failed_at < ${before}::timestamptz ORDER BY failed_at LIMIT ${limit}::int)`
}

/**
 * Claims the recurring jobs among these that are due, each until its `until`: one caller across all
 * instances gets it. If the claimant dies, another can claim it after `until`. `isNew`: it has never
 * been claimed before.
 */
export function claimRecurringTasks(
  db: Db,
  tasks: readonly { name: string; until: Date }[],
  now: Date,
): Promise<{ name: string; isNew: boolean }[]> {
  // In one order everywhere: two instances must not wait for each other's rows.
  const sorted = tasks.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return db.$queryRaw`
    INSERT INTO recurring_tasks AS task (name, next_run_at)
    SELECT * FROM unnest(${sorted.map(({ name }) => name)}::text[], ${sorted.map(({ until }) => until)}::timestamptz[])
    ON CONFLICT (name) DO UPDATE SET next_run_at = EXCLUDED.next_run_at
    WHERE task.next_run_at <= ${now}::timestamptz
    RETURNING task.name, task.xmax = 0 AS "isNew"`
}

/**
 * Releases a claim: the task is due again at `nextRunAt`. Does nothing if the claim has expired.
 */
export async function releaseRecurringTask(
  db: Db,
  name: string,
  claimedUntil: Date,
  nextRunAt: Date,
): Promise<void> {
  await db.$executeRaw`
    UPDATE recurring_tasks SET next_run_at = ${nextRunAt}::timestamptz
    WHERE name = ${name} AND next_run_at = ${claimedUntil}::timestamptz`
}

/**
 * Deletes the claims of recurring jobs that have not run since `before`: no instance runs them
 * anymore. Deleting another is harmless: it is due anyway.
 */
export async function deleteUnusedClaims(db: Db, before: Date): Promise<number> {
  return db.$executeRaw`DELETE FROM recurring_tasks WHERE next_run_at < ${before}::timestamptz`
}

/** The jobs of one kind. `dueSince`: since when the oldest one has been due. */
export interface JobCount {
  kind: string
  waiting: number
  failed: number
  dueSince: Date | null
}

/** How many jobs of each kind are waiting or running, and how many have failed permanently. */
export function countJobs(db: Db, now: Date): Promise<JobCount[]> {
  return db.$queryRaw<JobCount[]>`
    SELECT kind, count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed,
      min(run_at) FILTER (WHERE failed_at IS NULL AND run_at <= ${now}::timestamptz) AS "dueSince"
    FROM jobs GROUP BY kind`
}

/** When each recurring job is due next; one that is running: when its claim ends. */
export function listRecurringTasks(db: Db): Promise<{ name: string; nextRunAt: Date }[]> {
  return db.$queryRaw`SELECT name, next_run_at AS "nextRunAt" FROM recurring_tasks`
}

/** How many jobs of one kind are waiting (also for a retry) or running; stops at COUNT_PROBE. */
export async function countWaitingJobs(db: Db, kind: string): Promise<number> {
  const [counted] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM jobs WHERE kind = ${kind} AND failed_at IS NULL LIMIT ${COUNT_PROBE}::int) waiting`
  return counted!.waiting
}

/**
 * Deletes jobs queued until `until` whose payload or error names one of these IDs or addresses.
 * Those whose payload includes one of `keep` stay until they have failed permanently.
 */
export async function deleteJobsNaming(
  db: Db,
  by: { names: readonly string[]; until: Date; keep: readonly object[] },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM jobs WHERE created_at <= ${by.until}::timestamptz
      AND NOT (payload @> ANY(${by.keep.map((part) => JSON.stringify(part))}::text[]::jsonb[]) AND failed_at IS NULL)
      AND lower(concat_ws(' ', payload::text, last_error)) ~ ${namingPattern(by.names)}::text`
}

/** Whether a job whose payload includes `part` is waiting or running. */
export async function isJobWaiting(db: Db, part: object): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 AS found FROM jobs WHERE payload @> ${JSON.stringify(part)}::jsonb AND failed_at IS NULL LIMIT 1`
  return rows.length > 0
}
