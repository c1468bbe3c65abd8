import pg from 'pg'
import { median } from '@/bench/statistics'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'
import { loadSettings } from '@/lib/config/settings'
import { writeCursor } from '@/lib/platform/pagination'

const FEW = 10_000
const MANY = 1_000_000
const BATCH = 50_000
const ROUNDS = 41
const START = '2020-01-01T00:00:00Z'

/**
 * Reads a page of the audit trail with each filter, at 10,000 and at 1,000,000 records: median
 * milliseconds over HTTP. Half of all records have one action, one in a thousand another; an actor
 * has one in a hundred, a target one in a thousand.
 */
export async function benchAudit(
  under: Pick<ServiceUnderTest, 'service' | 'email' | 'password' | 'env'>,
): Promise<{ filter: string; few: number; many: number }[]> {
  const token = (await post(under.service.url, '/auth/login', under)).access_token!
  loadSettings({ AUTH_JWT_SECRET: under.env.AUTH_JWT_SECRET! })
  const database = new pg.Client(under.env.DATABASE_URL)
  await database.connect()
  await fill(database, 0, FEW)
  const few = await measure(under.service.url, token, FEW)
  await fill(database, FEW, MANY)
  const many = await measure(under.service.url, token, MANY)
  await database.end()
  return [...few].map(([filter, ms]) => ({ filter, few: ms, many: many.get(filter)! }))
}

const id = (kind: number, n: string) =>
  `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

async function fill(database: pg.Client, from: number, to: number): Promise<void> {
  // Skips the sealing queue: only reads are measured.
  await database.query('ALTER TABLE audit_records DISABLE TRIGGER audit_records_wait')
  for (let at = from; at < to; at += BATCH)
    await database.query(
      `INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id)
       SELECT ${id(1, 'n')}, '${START}'::timestamptz + n * interval '1 s',
         CASE WHEN n % 1000 = 7 THEN 'role.changed' WHEN n % 2 = 0 THEN 'session.created' ELSE 'session.refused' END, 'ok',
         ${id(2, 'n % 100')}, 'user', (n % 1000)::text, '192.0.2.' || n % 250, repeat('x', 100), 'r' || n
       FROM generate_series($1::bigint, $2::bigint - 1) n`,
      [at, Math.min(at + BATCH, to)],
    )
  await database.query('ALTER TABLE audit_records ENABLE TRIGGER audit_records_wait')
  await database.query('VACUUM ANALYZE audit_records')
}

/**
 * Medians by filter. The filters alternate, so that other load on the machine affects all of them.
 */
async function measure(url: string, token: string, records: number): Promise<Map<string, number>> {
  const actor = `00000000-0000-7000-8002-${(42).toString(16).padStart(12, '0')}`
  const middle = new Date(Date.parse(START) + (records / 2) * 1000).toISOString()
  const cursor = writeCursor('audit', [middle, actor])
  const filters = [
    '',
    `cursor=${cursor}`,
    `actor=${actor}`,
    'action=session.created',
    'action=role.changed',
    'action=session.*',
    'action=role.*',
    'target=333',
    'ip=192.0.2.17',
    `to=${middle}`,
    `actor=${actor}&action=session.*`,
    `actor=${actor}&action=session.created&to=${middle}`,
    `ip=192.0.2.17&action=role.changed`,
    'actor=00000000-0000-7000-8009-000000000000',
  ]
  const times = new Map(filters.map((filter) => [filter, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [filter, of] of times) {
      const startedAt = performance.now()
      const answer = await fetch(`${url}/api/v1/audit?${filter}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`${filter}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      of.push(performance.now() - startedAt)
    }
  const named = (filter: string) => filter.replace(middle, '<middle>').replace(cursor, '<middle>')
  return new Map([...times].map(([filter, of]) => [named(filter), median(of)]))
}
