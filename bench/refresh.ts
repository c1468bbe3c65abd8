import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, perSecond } from '@/bench/http-load'
import { postJson } from '@/bench/post-json'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'

const CLIENTS = 16
const ROUNDS = 3
const SECONDS = 4
/** Before measuring: code is compiled and connections are open, on both sides. */
const WARM_UP_SECONDS = 3
const FAMILIES = 1000

/** The rotating UPDATE as lib/identity/sessions/session.store.ts sends it, on separate rows. */
const SCRIPT = `\\set n random(1, ${FAMILIES})
WITH f AS (
  UPDATE session_families SET generation = generation + 1, rotated_at = now(), last_used_at = now(),
    rotation_key_usable = false, rotation_key_hash = NULL, expires_at = LEAST(now() + interval '30 days', max_expires_at)
  WHERE id = ('00000000-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid AND surface = 'api' AND revoked_at IS NULL
    AND expires_at > now()
    AND length(sha256(substring(jti_key FROM 65) || sha256(substring(jti_key FOR 64) || int8send(generation::bigint)))) = 32
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.status = 'active')
  RETURNING *)
SELECT f.user_id, f.device_id, f.device_hash, f.jti_key, f.amr, f.auth_time, f.expires_at, f.max_expires_at,
  u.email, u.name, u.email_verified_at,
  ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id ORDER BY r.name)
FROM f JOIN users u ON u.id = f.user_id;
`

const SEED = `INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time, created_at,
    last_used_at, expires_at, max_expires_at)
  SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, (SELECT id FROM users LIMIT 1), 'api', '\\x00', '\\x00',
    decode(repeat('ab', 128), 'hex'), '{pwd}', now(), now(), now(), now() + interval '30 days', now() + interval '90 days'
  FROM generate_series(1, ${FAMILIES}) n`

/**
 * POST /refresh against pgbench running the same UPDATE on the same server, alternating. Per
 * second.
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
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const script = join(folder, 'refresh.sql')
  writeFileSync(script, SCRIPT)
  const load = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds)]
  const program = postgres.program('pgbench')
  const { stdout } = await promisify(execFile)(program, [...load, '-f', script, postgres.url])
  rmSync(folder, { recursive: true })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}
