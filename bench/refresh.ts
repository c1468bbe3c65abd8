import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { perSecond } from '@/bench/http-load'
import { median } from '@/bench/statistics'
import { postJson } from '@/bench/post-json'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'
import { rotationOf, type RotationValue } from '@/lib/identity/sessions/rotate-family.store'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const CLIENTS = 16
const ROUNDS = 3
const SECONDS = 4
/** Before measuring: code is compiled and connections are open, on both sides. */
const WARM_UP_SECONDS = 3

/** Each client of pgbench has a row of its own, as each client of the service has a session. */
const ROW_ID = `('00000000-0000-7000-8000-' || lpad(:client_id::text, 12, '0'))::uuid`
const FIRST_HALF = `decode(repeat('ab', 64), 'hex')`
const SECOND_HALF = `decode(repeat('cd', 64), 'hex')`
const SEED = `INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time, created_at,
    last_used_at, expires_at, max_expires_at)
  SELECT ${ROW_ID.replace(':client_id', 'n')}, (SELECT id FROM users LIMIT 1), 'api', '\\x00', '\\x00',
    ${FIRST_HALF} || ${SECOND_HALF}, '{pwd}', now(), now(), now(), now() + interval '30 days', now() + interval '90 days'
  FROM generate_series(0, ${CLIENTS - 1}) n`

const VALUES: Record<RotationValue, string> = {
  id: ROW_ID,
  generation: ':generation',
  surface: `'api'`,
  now: 'now()',
  keyHash: 'NULL',
  ttlSeconds: '2592000',
  // The service computes the token's ID, too.
  jti: `sha256(${SECOND_HALF} || sha256(${FIRST_HALF} || int8send(:generation::bigint)))`,
  // By the clock of the database.
  at: 'NULL',
}

/**
 * The statement that the service sends for one rotation; under load, it puts several into one.
 * \gset fails unless the result is one row.
 */
const SCRIPT = [
  `${rotationOf((name) => VALUES[name]).replace(/\n/g, ' ')} \\gset`,
  '\\set generation :generation + 1\n',
].join('\n')

/**
 * POST /refresh against pgbench rotating one session per statement on the same server, alternating.
 * Per second.
 */
export async function benchRefresh(
  under: ServiceUnderTest,
): Promise<{ pgbench: number; service: number }> {
  await under.postgres.run(SEED)
  await under.postgres.run('VACUUM ANALYZE session_families')
  const tokens: string[] = []
  while (tokens.length < CLIENTS)
    tokens.push((await post(under.service.url, '/auth/login', under)).refresh_token!)
  await runPgbench(under, WARM_UP_SECONDS)
  await runService(under, tokens, WARM_UP_SECONDS)
  const rates = { pgbench: [] as number[], service: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.pgbench.push(await runPgbench(under, SECONDS))
    rates.service.push(await runService(under, tokens, SECONDS))
  }
  return { pgbench: median(rates.pgbench), service: median(rates.service) }
}

/** Each client continues with the token it got last; `tokens` holds them. */
function runService(under: ServiceUnderTest, tokens: string[], seconds: number): Promise<number> {
  const url = `${under.service.url}/api/v1/auth/refresh`
  return perSecond(CLIENTS, seconds, async (lane) => {
    const { status, text } = await postJson(url, JSON.stringify({ refresh_token: tokens[lane] }))
    if (status !== 200) throw new Error(`refresh: ${status} ${text}`)
    tokens[lane] = (JSON.parse(text) as { refresh_token: string }).refresh_token
  })
}

async function runPgbench({ postgres }: ServiceUnderTest, seconds: number): Promise<number> {
  const script = join(temporaryFolder(), 'refresh.sql')
  writeFileSync(script, SCRIPT)
  await postgres.run(
    `UPDATE session_families SET generation = 0 WHERE jti_key = ${FIRST_HALF} || ${SECOND_HALF}`,
  )
  const load = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds)]
  const args = [...load, '-D', 'generation=0', '-f', script, postgres.url]
  const { stdout } = await promisify(execFile)(postgres.program('pgbench'), args)
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (!tps) throw new Error(`pgbench printed no rate: ${stdout}`)
  return Number(tps)
}
