import type { Db, Tx } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'
import { NIL_ID } from '@/lib/platform/ids'
import { COUNT_LIMIT, COUNT_PROBE } from '@/lib/platform/pagination'
import { Prisma } from '@/prisma/generated/client'

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
 * earlier, its time. The lock on that job keeps workers from it until the caller's transaction
 * ends, so that the job sees what the caller changed.
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
 * worker died) is due again. Clears the key, so that a request from now on queues a new job. Looks
 * up each kind on its own, so that it reads no backlog, neither its own nor that of other kinds.
 */
export async function claimDueJobs(
  db: Db,
  { kinds, limit, now }: { kinds: string[]; limit: number; now: Date },
): Promise<ClaimedJob[]> {
  return db.$queryRaw<ClaimedJob[]>`
    WITH due AS MATERIALIZED (
      SELECT job.id FROM unnest(${kinds}::text[]) AS wanted(kind) CROSS JOIN LATERAL (
        SELECT id, run_at FROM jobs
        WHERE jobs.kind = wanted.kind AND failed_at IS NULL AND run_at <= ${now}::timestamptz
          AND (locked_until IS NULL OR locked_until <= clock_timestamp())
        ORDER BY run_at, id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED) job
      ORDER BY job.run_at, job.id LIMIT ${limit}::int)
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

/** Limits waiting jobs of a kind whose payload has a later time in `until` to this one. */
export async function limitWaitingJobs(
  tx: Tx,
  { kind, until }: { kind: string; until: Date },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE jobs SET payload = jsonb_set(payload, '{until}', to_jsonb(${until.toISOString()}::text))
    WHERE kind = ${kind} AND failed_at IS NULL
      AND (payload->>'until')::timestamptz > ${until}::timestamptz`
}

/** Deletes up to `limit` jobs whose last attempt failed before `before`. Returns how many. */
export async function purgeFailedJobs(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM jobs WHERE id IN (
      SELECT id FROM jobs WHERE failed_at < ${before}::timestamptz ORDER BY failed_at LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED)`
}

/** The result of a request for a recurring job. */
export interface TaskClaim {
  name: string
  isClaimed: boolean
  /** It has never been claimed before. */
  isNew: boolean
  /** When the claim ends, or when the job is due if someone else has it. */
  until: Date
  /** The seconds from now to `until`; negative if that has passed. */
  untilSeconds: number
}

/**
 * Claims the recurring jobs among these that are due, each for its seconds: one caller across all
 * instances gets it. If the claimant dies, another can claim it afterwards. All by the clock of the
 * database, because those of instances may differ.
 */
export function claimRecurringTasks(
  db: Db,
  tasks: readonly { name: string; seconds: number }[],
): Promise<TaskClaim[]> {
  // In one order everywhere: two instances must not wait for each other's rows.
  const sorted = tasks.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const names = sorted.map(({ name }) => name)
  return db.$queryRaw`
    WITH claimed AS (
      INSERT INTO recurring_tasks AS task (name, next_run_at)
      SELECT name, clock_timestamp() + make_interval(secs => seconds)
      FROM unnest(${names}::text[], ${sorted.map(({ seconds }) => seconds)}::float8[]) AS due (name, seconds)
      ON CONFLICT (name) DO UPDATE SET next_run_at = EXCLUDED.next_run_at
      WHERE task.next_run_at <= clock_timestamp()
      RETURNING task.name, task.next_run_at, task.xmax = 0 AS is_new),
    known AS (
      SELECT name, next_run_at, true AS is_claimed, is_new FROM claimed
      UNION ALL
      SELECT name, next_run_at, false, false FROM recurring_tasks
      WHERE name = ANY(${names}::text[]) AND name NOT IN (SELECT name FROM claimed))
    SELECT name, is_claimed AS "isClaimed", is_new AS "isNew", next_run_at AS until,
      EXTRACT(EPOCH FROM next_run_at - clock_timestamp())::float8 AS "untilSeconds" FROM known`
}

/**
 * Releases a claim that lasts until `until`: the job is due again `secondsEarlier` than that. Does
 * nothing if the claim has expired and someone else made another.
 */
export async function releaseRecurringTask(
  db: Db,
  { name, until }: Pick<TaskClaim, 'name' | 'until'>,
  secondsEarlier: number,
): Promise<void> {
  await db.$executeRaw`
    UPDATE recurring_tasks SET next_run_at = next_run_at - make_interval(secs => ${secondsEarlier}::float8)
    WHERE name = ${name} AND next_run_at = ${until}::timestamptz`
}

/**
 * Deletes the claims of recurring jobs that have been due for longer than `seconds`: no instance
 * runs them anymore.
 */
export async function deleteUnusedClaims(db: Db, seconds: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM recurring_tasks
    WHERE next_run_at < clock_timestamp() - make_interval(secs => ${seconds}::float8)`
}

/**
 * SQL: the kinds of the jobs that have not failed, in a subquery. Each is one step in the index,
 * not a scan.
 */
export const LIVE_KINDS = Prisma.sql`(
  WITH RECURSIVE kinds (kind) AS (
    (SELECT kind FROM jobs WHERE failed_at IS NULL ORDER BY kind LIMIT 1)
    UNION ALL
    SELECT (SELECT jobs.kind FROM jobs WHERE failed_at IS NULL AND jobs.kind > kinds.kind ORDER BY jobs.kind LIMIT 1)
    FROM kinds WHERE kinds.kind IS NOT NULL)
  SELECT kind FROM kinds WHERE kind IS NOT NULL)`

/** The jobs of one kind. `dueSince`: since when the oldest one has been due. */
export interface JobCount {
  kind: string
  waiting: number
  failed: number
  dueSince: Date | null
}

/**
 * How many jobs of each kind are waiting or running (stops at COUNT_LIMIT), and how many have
 * failed permanently (of the latest COUNT_LIMIT).
 */
export function countJobs(db: Db, now: Date): Promise<JobCount[]> {
  return db.$queryRaw<JobCount[]>`
    SELECT live.kind, 0 AS failed,
      (SELECT count(*)::int FROM (
        SELECT FROM jobs WHERE jobs.kind = live.kind AND failed_at IS NULL LIMIT ${COUNT_LIMIT}::int) waiting) AS waiting,
      (SELECT run_at FROM jobs WHERE jobs.kind = live.kind AND failed_at IS NULL AND run_at <= ${now}::timestamptz
        ORDER BY run_at LIMIT 1) AS "dueSince"
    FROM ${LIVE_KINDS} live
    UNION ALL
    SELECT kind, count(*)::int, 0, NULL FROM (
      SELECT kind FROM jobs WHERE failed_at IS NOT NULL ORDER BY failed_at DESC LIMIT ${COUNT_LIMIT}::int) failed
    GROUP BY kind`
}

/** For how many seconds each recurring job has been due. */
export function listOverdueTasks(db: Db): Promise<{ name: string; seconds: number }[]> {
  return db.$queryRaw`
    SELECT name, GREATEST(0, EXTRACT(EPOCH FROM clock_timestamp() - next_run_at))::float8 AS seconds
    FROM recurring_tasks`
}

/** How many jobs of one kind are waiting (also for a retry) or running; stops at COUNT_PROBE. */
export async function countWaitingJobs(db: Db, kind: string): Promise<number> {
  const [counted] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM jobs WHERE kind = ${kind} AND failed_at IS NULL LIMIT ${COUNT_PROBE}::int) waiting`
  return counted!.waiting
}

/** How many jobs one statement searches, well within the statement timeout. */
const SEARCHED = 5000

/**
 * Deletes jobs queued until `until`, after `since`, whose payload or error names one of these IDs
 * or addresses. Those whose payload includes one of `keep` stay until they have failed permanently.
 * Without `since`, it searches all jobs, in batches: not for a transaction that others wait for.
 */
export async function deleteJobsNaming(
  db: Db,
  by: { names: readonly string[]; since?: Date; until: Date; keep: readonly object[] },
): Promise<void> {
  const keep = by.keep.map((part) => JSON.stringify(part))
  // The ID of a job (UUIDv7) is made after the time at which it was queued.
  const since = by.since ?? new Date(0)
  for (let after: string | null = NIL_ID; after !== null;) {
    const rows: { last: string | null }[] = await db.$queryRaw`
      WITH span AS MATERIALIZED (
        SELECT id FROM jobs WHERE id > ${after}::uuid AND id >= audit_first_id(${since}::timestamptz)
        ORDER BY id LIMIT ${SEARCHED}::int),
      deleted AS (
        DELETE FROM jobs USING span WHERE jobs.id = span.id AND created_at <= ${by.until}::timestamptz
          AND created_at > ${since}::timestamptz
          AND NOT (payload @> ANY(${keep}::text[]::jsonb[]) AND failed_at IS NULL)
          AND lower(concat_ws(' ', payload::text, last_error)) ~ ${namingPattern(by.names)}::text)
      SELECT max(id::text COLLATE "C") AS last FROM span`
    after = rows[0]!.last
  }
}

/** Whether a job whose payload includes one of `parts` is waiting or running. */
export async function isJobWaiting(db: Db, parts: readonly object[]): Promise<boolean> {
  const payloads = parts.map((part) => JSON.stringify(part))
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 AS found FROM jobs WHERE payload @> ANY(${payloads}::text[]::jsonb[]) AND failed_at IS NULL LIMIT 1`
  return rows.length > 0
}
