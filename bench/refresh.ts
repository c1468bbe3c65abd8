import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { perSecond, postJson } from '@/bench/http-load'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'

const CLIENTS = 16
const SECONDS = 6
const FAMILIES = 1000

/** The rotating UPDATE as lib/sessions/session.store.ts sends it, over rows of its own. */
const SCRIPT = `\\set n random(1, ${FAMILIES})
WITH f AS (
  UPDATE session_families SET generation = generation + 1, rotated_at = now(), last_used_at = now(),
    rotation_key_usable = false, rotation_key_hash = NULL, expires_at = LEAST(now() + interval '30 days', max_expires_at)
  WHERE id = ('00000000-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid AND surface = 'api' AND revoked_at IS NULL
    AND expires_at > now()
    AND length(sha256(substring(jti_key FROM 65) || sha256(substring(jti_key FOR 64) || int8send(generation::bigint)))) = 32
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.status = 'active')
  RETURNING *)
SELECT f.*, u.email, u.name,
  ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id ORDER BY r.name)
FROM f JOIN users u ON u.id = f.user_id;
`

const SEED = `INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time, created_at,
    last_used_at, expires_at, max_expires_at)
  SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, (SELECT id FROM users LIMIT 1), 'api', '\\x00', '\\x00',
    decode(repeat('ab', 128), 'hex'), '{pwd}', now(), now(), now(), now() + interval '30 days', now() + interval '90 days'
  FROM generate_series(1, ${FAMILIES}) n`

/** POST /refresh against pgbench running the same UPDATE on the same server. Per second. */
export async function benchRefresh(under: ServiceUnderTest): Promise<{ pgbench: number; service: number }> {
  await under.postgres.run(SEED)
  const pgbench = await runPgbench(under)
  const url = `${under.service.url}/api/v1/auth/refresh`
  const tokens: string[] = []
  while (tokens.length < CLIENTS)
    tokens.push((await post(under.service.url, '/auth/login', under)).refresh_token!)
  const service = await perSecond(CLIENTS, SECONDS, async (lane) => {
    const { status, text } = await postJson(url, JSON.stringify({ refresh_token: tokens[lane] }))
    if (status !== 200) throw new Error(`refresh: ${status} ${text}`)
    tokens[lane] = (JSON.parse(text) as { refresh_token: string }).refresh_token
  })
  return { pgbench, service }
}

async function runPgbench({ postgres }: ServiceUnderTest): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const script = join(folder, 'refresh.sql')
  writeFileSync(script, SCRIPT)
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '2',
    '-T',
    String(SECONDS),
    '-f',
    script,
    postgres.url,
  ]
  const { stdout } = await promisify(execFile)(postgres.program('pgbench'), args)
  rmSync(folder, { recursive: true })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}
