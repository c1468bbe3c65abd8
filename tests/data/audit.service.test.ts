import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const RECORDS = 100_000
const SECRET = 'the-signing-secret-of-an-audit-test-0123456789'

/** Opens a response without reading its body. */
async function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return answer
}

describeOnServer('the audit trail over the gateway', () => auditTrail([]))
describeOnServer('the audit trail over Next', () => auditTrail(['--api-served-by=next']))

function auditTrail(args: readonly string[]): void {
  let service: ServiceProcess
  let api: ApiClient
  let admin: Record<string, string>
  const url = (path: string) => `${service.url}/api/v1/audit${path}`
  const connectionString = () => database().pool.options.connectionString!

  /** Runs statements without a time limit, as the database owner. */
  async function asOperator(...statements: string[]): Promise<void> {
    const client = new pg.Client(connectionString())
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  useSettings({ AUTH_JWT_SECRET: SECRET })
  useTestDatabase()
  beforeAll(async () => {
    const env = { DATABASE_URL: connectionString(), AUTH_JWT_SECRET: SECRET, LOG_LEVEL: 'debug' }
    service = await startService({ env, args: [...args] })
    api = await ApiClient.of(service.url)
    const { email } = await makeUser({ admin: true })
    admin = bearer(
      String((await api.post('/auth/login', { email, password: PASSWORD })).body.access_token),
    )
    // Bypasses the seal queue, because this test measures reading.
    await asOperator(
      'ALTER TABLE audit_records DISABLE TRIGGER audit_records_wait',
      `INSERT INTO audit_records (id, occurred_at, action, outcome, user_agent)
       SELECT gen_random_uuid(), '2020-01-01'::timestamptz + n * interval '1 s', 'many.made', 'ok', repeat('x', 200)
       FROM generate_series(1, ${RECORDS}) n`,
      'ALTER TABLE audit_records ENABLE TRIGGER audit_records_wait',
    )
  }, 120_000)
  afterAll(() => service.stop())

  it('requires the permission, a valid query and a known path', async () => {
    const { email } = await makeUser()
    const { body } = await api.post('/auth/login', { email, password: PASSWORD })
    for (const path of ['/audit', '/audit/export?format=csv', '/audit/verify']) {
      expect((await api.get(path)).status).toBe(401)
      expect(await api.get(path, bearer(String(body.access_token)))).toMatchObject({
        status: 403,
        body: { required_permission: 'audit:list' },
      })
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect((await api.call(method, path, undefined, admin)).status).toBe(405)
    }
    for (const query of [
      '?limit=0',
      '?cursor=x',
      '?actor=x',
      '?from=yesterday',
      '/export',
      '/export?format=xml',
    ])
      expect((await api.get(`/audit${query}`, admin)).status).toBe(422)
  })

  it('lists records by page and filter', async () => {
    const first = await api.get('/audit?action=session.*&limit=1', admin)
    expect(first).toMatchObject({ status: 200, body: { page: { has_more: true } } })
    const { next_cursor } = first.body.page as { next_cursor: string }
    const second = await api.get(`/audit?action=session.*&limit=1&cursor=${next_cursor}`, admin)
    expect(second).toMatchObject({ status: 200, body: { data: [{ action: 'session.created' }] } })
  })

  it('exports a hundred thousand records as a stream, in little memory', async () => {
    const memory = () => residentMegabytes(service)
    const before = memory()
    let peak = before
    const answer = await open(url('/export?format=ndjson&action=many.*'), admin)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-.+\.ndjson"$/),
    })
    let lines = 0
    let reads = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === 10) lines++
      if (reads++ % 50 === 0) peak = Math.max(peak, memory())
    }
    expect(lines).toBe(RECORDS)
    expect(peak - before).toBeLessThan(100)
  })

  it('sends the first bytes before the last record is read, and releases its connection when the client disconnects', async () => {
    const answer = await open(url('/export?format=csv&action=many.*'), admin)
    const [first] = (await once(answer, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^"id","occurred_at","action"/)
    answer.destroy()
    await until('the service has noticed', 10_000, () =>
      service
        .output()
        .split('\n')
        .some((line) => line.includes('/audit/export') && line.includes('"status":499')),
    )
    // The current batch is read to the end, and no other follows (streamed-response.test.ts).
    await until('no connection is busy with the export', 10_000, async () => {
      const busy = await db().$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%FROM audit_records%'
          AND state <> 'idle' AND pid <> pg_backend_pid()`
      return busy.length === 0
    })
  })

  it('verifies the chain and names tampered records, by API and by command', async () => {
    const sealed = async () => (await api.get('/audit/verify', admin)).body
    const bad = await sealed()
    // The records that this test inserted outside the trail.
    expect(bad).toMatchObject({ intact: false, first_bad: { fault: 'unsealed' } })
    await asOperator(
      'ALTER TABLE audit_records DISABLE TRIGGER USER',
      `DELETE FROM audit_records WHERE action = 'many.made'`,
      'ALTER TABLE audit_records ENABLE TRIGGER audit_records_wait',
    )
    const whole = await until('the second record is sealed', 30_000, async () => {
      const report = await sealed()
      return report.intact && Number.parseInt(String(report.head)) >= 2 ? report : null
    })
    expect(whole).toMatchObject({
      first_bad: null,
      head: expect.stringMatching(/^\d+\.[\w-]{43}$/),
    })
    const head = String(whole.head)
    expect((await api.get(`/audit/verify?head=${head}`, admin)).body).toMatchObject({
      intact: true,
    })
    expect((await api.get('/audit/verify?head=1', admin)).status).toBe(422)
    const env = { DATABASE_URL: connectionString(), AUTH_JWT_SECRET: SECRET }
    expect(await runGatehousectl(['audit', 'verify', '--head', head], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is intact'),
    })
    const [row] = await db().$queryRaw<{ id: string }[]>`
      UPDATE audit_records SET ip = '203.0.113.9' WHERE id = (SELECT record_id FROM audit_seals WHERE seq = 2) RETURNING id`
    expect(await sealed()).toMatchObject({
      first_bad: { fault: 'changed', seq: 2, record_id: row!.id },
    })
    const report = await runGatehousectl(['audit', 'verify'], { env })
    expect(report).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`Record ${row!.id} (position 2`),
    })
  })
}

/** The resident memory of a service process. */
function residentMegabytes({ child }: ServiceProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024
}
