import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openLoop } from '@/bench/http-load'
import { postJson } from '@/bench/post-json'
import type { ServiceUnderTest } from '@/bench/service-under-test'
import { percentile } from '@/bench/statistics'
import { startService } from '@/tests/kit/start-service'

const ROWS = Number(process.env.PURGE_ROWS ?? 1_000_000)
const BATCH = 50_000
/** Sign-ins per second: few enough that they do not wait for each other. */
const RATE = 8
const QUIET_SECONDS = 60
/** An instance that has just started is slow for a few sign-ins, with or without a purge. */
const WARM_UP_SECONDS = 10
/** Of fewer, the 99th percentile says nothing. */
const LEAST_SAMPLES = 100
const LOOK_EVERY_MS = 125
const TASKS = ['purge-ended-sessions', 'purge-email-tokens']
const LONG_AGO = '2020-01-01T00:00:00Z'

/**
 * The p99 of signing in while an instance deletes 1,000,000 ended sessions and as many expired
 * links, and with nothing to delete.
 */
export async function benchPurge(
  under: ServiceUnderTest,
): Promise<{ quietP99: number; purgeP99: number; seconds: number }> {
  const database = new pg.Client(under.env.DATABASE_URL)
  await database.connect()
  // Without the other instance, which might purge first.
  await under.service.stop()
  const quiet = () => sleep((WARM_UP_SECONDS + QUIET_SECONDS) * 1000)
  const quietBefore = await measure(under, database, quiet)
  await fill(database)
  const loaded = await measure(under, database, () => untilPurged(database))
  const quietAfter = await measure(under, database, quiet)
  await database.end()
  return {
    quietP99: percentile([...quietBefore.times, ...quietAfter.times], 0.99),
    purgeP99: percentile(loaded.times, 0.99),
    seconds: loaded.seconds,
  }
}

async function fill(database: pg.Client): Promise<void> {
  for (let at = 0; at < ROWS; at += BATCH) {
    const count = Math.min(BATCH, ROWS - at)
    await database.query(
      `INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time,
         created_at, last_used_at, expires_at, max_expires_at)
       SELECT gen_random_uuid(), users.id, 'api', decode(md5(random()::text), 'hex'), sha256(random()::text::bytea),
         sha512(random()::text::bytea) || sha512(random()::text::bytea), '{pwd}', at, at, at, at, at
       FROM generate_series(1, $1::int) n, users, (SELECT $2::timestamptz AS at) long_ago`,
      [count, LONG_AGO],
    )
    await database.query(
      `INSERT INTO email_tokens (token_hash, user_id, kind, email, created_at, expires_at)
       SELECT sha256(gen_random_uuid()::text::bytea), users.id, 'reset_password', users.email, at, at
       FROM generate_series(1, $1::int) n, users, (SELECT $2::timestamptz AS at) long_ago`,
      [count, LONG_AGO],
    )
  }
  await database.query('VACUUM ANALYZE session_families, email_tokens')
}

/**
 * Starts an instance on which the purges are due, and signs in until `work` is done. They begin
 * with the instance, which looks for due ones only then and an hour later; of the sign-ins, those
 * count that were sent after the warm-up and before the end of `work`.
 */
async function measure(
  under: ServiceUnderTest,
  database: pg.Client,
  work: () => Promise<void>,
): Promise<{ times: number[]; seconds: number }> {
  await database.query(`UPDATE recurring_tasks SET next_run_at = $1 WHERE name = ANY($2)`, [
    LONG_AGO,
    TASKS,
  ])
  const service = await startService({ env: under.env })
  const startedAt = performance.now()
  const passed = () => (performance.now() - startedAt) / 1000
  const times: number[] = []
  let seconds = 0
  const body = JSON.stringify({ email: under.email, password: under.password })
  const signIn = async () => {
    const sentAt = passed()
    const { status } = await postJson(`${service.url}/api/v1/auth/login`, body)
    if (status !== 200) throw new Error(`login: ${status}`)
    if (sentAt > WARM_UP_SECONDS) times.push((passed() - sentAt) * 1000)
  }
  const working = work().finally(() => (seconds = passed()))
  try {
    await Promise.all([openLoop(RATE, () => seconds > 0, signIn), working])
  } finally {
    await service.stop()
  }
  if (times.length < LEAST_SAMPLES)
    throw new Error(`only ${times.length} sign-ins were measured: raise PURGE_ROWS`)
  return { times, seconds }
}

async function untilPurged(database: pg.Client): Promise<void> {
  while (!(await isPurged(database))) await sleep(LOOK_EVERY_MS)
}

async function isPurged(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ left: boolean }>(
    `SELECT EXISTS (SELECT FROM session_families WHERE expires_at = $1)
       OR EXISTS (SELECT FROM email_tokens WHERE expires_at = $1) AS left`,
    [LONG_AGO],
  )
  return !rows[0]!.left
}
