import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { recordAudit } from '@/lib/audit/record-audit'
import { loadSettings } from '@/lib/config/settings'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import * as bus from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { logger } from '@/lib/platform/logger'
import {
  metricDeclaration,
  metricDeclarations,
  type MetricName,
} from '@/lib/platform/metrics/metric-declarations'
import { read } from '@/tests/kit/echo-gateway'
import { freePort } from '@/tests/kit/free-port'
import { noteJob, noteKind, runDueJobs } from '@/tests/kit/jobs'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { rawRequest } from '@/tests/kit/raw-request'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { openGateway } from '@/server/gateway/gateway'
import { openHub } from '@/server/live/hub'
import { readBuild } from '@/server/start-up'

const TOKEN = 'a-token-for-the-metrics-of-32-characters'
async function open(env: Record<string, string>) {
  const port = await freePort()
  loadSettings({ PORT: String(port), LOG_LEVEL: 'error', ...env })
  const gateway = await openGateway({
    dev: false,
    apiServedBy: 'gateway',
    hub: openHub(),
    pagePaths: ['/', '/dashboard/users/[id]'],
    routes: [{ path: '/api/v1/things/[id]', handlers: { GET: read } }],
    pages: {
      actions: null,
      upgrades: null,
      close: async () => {},
      handle: async (_req, res) => void res.writeHead(404).end('page'),
    },
  })
  const get = (target: string, ...headers: string[]) =>
    rawRequest(port, [`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers])
  return { ...gateway, get }
}

useTestDatabase()
beforeAll(() => syncCatalog(new Date()))

describe('metrics', () => {
  let gateway: Awaited<ReturnType<typeof open>>
  beforeAll(async () => void (gateway = await open({ METRICS_TOKEN: TOKEN })))
  afterAll(() => gateway.close())
  const metrics = async () => (await gateway.get('/metrics', `Authorization: Bearer ${TOKEN}`)).body
  /** The value of a line; 0 if it is missing. */
  const value = async (line: string) =>
    Number(
      (await metrics())
        .split('\n')
        .find((text) => text.startsWith(`${line} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )

  it.each([
    ['unauthenticated callers', []],
    ['a wrong token', ['Authorization: Bearer wrong']],
    ['the token and more', [`Authorization: Bearer ${TOKEN}x`]],
    ['another scheme', [`Authorization: Basic ${TOKEN}`]],
    ['a cookie', [`Cookie: access=${TOKEN}`]],
  ])('are refused to %s', async (_who, headers) => {
    const answer = await gateway.get('/metrics', ...headers)
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="metrics"')
    expect(answer.body).not.toContain('gatehouse_')
  })

  it('are refused in the query, because URLs end up in logs', async () => {
    expect((await gateway.get(`/metrics?token=${TOKEN}`)).status).toBe(401)
  })

  it('cover the process, the event loop, the database, the queues and the bus', async () => {
    const text = await metrics()
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      `gatehouse_build_info{version="${readBuild().version}"}`,
      'gatehouse_worker_restarts_total',
      'gatehouse_db_connections{state="idle"}',
      'gatehouse_db_waiting',
      'gatehouse_password_hashes{state="waiting"}',
      'gatehouse_db_connections_max',
      'gatehouse_queue_items{queue="webhooks",state="waiting"}',
      'gatehouse_queue_items{queue="mail",state="failed"}',
      'gatehouse_queue_oldest_seconds{queue="notifications"}',
      'gatehouse_recurring_job_overdue_seconds{task="seal-audit-records"}',
      'gatehouse_webhook_endpoints{state="failing"}',
      'gatehouse_bus_alive',
      'gatehouse_bus_lag_seconds',
    ])
      expect(text).toMatch(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} \\d`, 'm'))
  })

  it('count responses by route pattern, never by values in the path', async () => {
    await gateway.get('/api/v1/things/secret-1?token=secret-2')
    await gateway.get('/api/v1/things/secret-3')
    await gateway.get('/dashboard/users/secret-4')
    await gateway.get('/secret-5/secret-6')
    await gateway.get('/a//secret-7')
    const total = (route: string, status: string) =>
      value(`gatehouse_http_requests_total{route="${route}",method="GET",status="${status}"}`)
    expect(await total('/api/v1/things/[id]', '2xx')).toBe(2)
    expect(await total('/dashboard/users/[id]', '4xx')).toBe(1)
    expect(await total('(none)', '4xx')).toBe(2)
    expect(await value('gatehouse_http_responses_total{status="400"}')).toBe(1)
    expect(await value('gatehouse_http_requests_running')).toBe(1)
    expect(await metrics()).not.toMatch(/secret-\d/)
  })

  it('count refused connections by reason', async () => {
    const total = (reason: string) =>
      value(`gatehouse_refused_connections_total{reason="${reason}"}`)
    const [upgrades, malformed] = [await total('upgrade'), await total('malformed')]
    await gateway.get('/secret-8', 'Connection: Upgrade', 'Upgrade: websocket')
    await gateway.get('/secret-9', 'a header without a colon')
    expect([await total('upgrade'), await total('malformed')]).toEqual([
      upgrades + 1,
      malformed + 1,
    ])
    expect(await metrics()).toMatch(/^gatehouse_refused_connections_waiting \d+$/m)
  })

  it('measure durations in cumulative buckets', async () => {
    const labels = 'route="/api/v1/things/[id]",method="GET"'
    const name = 'gatehouse_http_request_duration_seconds'
    const all = await value(`${name}_count{${labels}}`)
    expect(all).toBeGreaterThan(0)
    expect(await value(`${name}_bucket{le="+Inf",${labels}}`)).toBe(all)
    expect(await value(`${name}_bucket{le="10",${labels}}`)).toBe(all)
    expect(await value(`${name}_sum{${labels}}`)).toBeGreaterThan(0)
  })

  it('count sign-ins, failures, refreshes and reuse once each, and nothing that was rolled back', async () => {
    const lines = [
      'sign_ins_total{surface="api"}',
      'sign_in_failures_total{surface="api",factor="pwd",reason="wrong_password"}',
      'refreshes_total{surface="api"}',
      'refresh_token_reuses_total{surface="api"}',
    ]
    const read = () => Promise.all(lines.map((line) => value(`gatehouse_${line}`)))
    const before = await read()
    const ctx = testContext()
    const user = await makeUser()
    const { refreshToken } = await makeSession(user.id, ctx)
    const refused = {
      action: 'session.refused',
      outcome: 'refused',
      details: { factor: 'pwd', reason: 'wrong_password' },
    } as const
    await recordAudit(db(), ctx, refused)
    await inTransaction(async (tx) => {
      await recordAudit(tx, ctx, refused)
      throw new Error('rolled back')
    }).catch(() => undefined)
    expect(await refreshSession({ refreshToken }, ctx)).toMatchObject({ ok: true })
    expect(await refreshSession({ refreshToken }, ctx)).toMatchObject({
      code: 'refresh_token_reused',
    })
    expect((await read()).map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 1])
    expect(await metrics()).not.toContain(user.email)
  })

  it('count a reason for a refusal that is not declared as other, so that no input becomes a label', async () => {
    const line = 'gatehouse_sign_in_failures_total{surface="api",factor="fed",reason="other"}'
    const before = await value(line)
    await recordAudit(db(), testContext(), {
      action: 'session.refused',
      outcome: 'refused',
      details: { factor: 'fed', reason: 'secret-10' },
    })
    expect(await value(line)).toBe(before + 1)
    expect(await metrics()).not.toContain('secret-10')
  })

  it('count runs of jobs by outcome, with their duration', async () => {
    const total = (outcome: string) =>
      value(`gatehouse_job_runs_total{kind="note",outcome="${outcome}"}`)
    await enqueueJob(db(), noteKind, { n: 1 })
    await runDueJobs([noteJob(async () => {})], new Date())
    await enqueueJob(db(), noteKind, { n: 2 })
    await runDueJobs([noteJob(() => Promise.reject(new Error('no')))], new Date())
    expect([await total('done'), await total('postponed')]).toEqual([1, 1])
    expect(await value('gatehouse_job_duration_seconds_count{kind="note"}')).toBe(2)
    await db().job.deleteMany()
  })

  it('show waiting work by queue, and since when the oldest is due', async () => {
    const waiting = (queue: string) =>
      value(`gatehouse_queue_items{queue="${queue}",state="waiting"}`)
    const oldest = (queue: string) => value(`gatehouse_queue_oldest_seconds{queue="${queue}"}`)
    const anHourAgo = addSeconds(new Date(), -3600)
    await enqueueJob(db(), { ...noteKind, kind: 'mail' }, {}, anHourAgo)
    await enqueueJob(db(), noteKind, {}, new Date(), addSeconds(new Date(), 3600))
    expect([await waiting('mail'), await waiting('other')]).toEqual([1, 1])
    expect(await oldest('mail')).toBeGreaterThanOrEqual(3600)
    expect(await oldest('other')).toBe(0)
    await db().job.deleteMany()
    expect(await oldest('mail')).toBe(0)
  })

  it('count at most 10,000 jobs of a kind, and still know the oldest', async () => {
    await db().$executeRaw`
      INSERT INTO jobs (id, kind, payload, run_at, created_at)
      SELECT gen_random_uuid(), 'mail', '{}', now() - n * interval '1 second', now() FROM generate_series(1, 10010) n`
    expect(await value('gatehouse_queue_items{queue="mail",state="waiting"}')).toBe(10_000)
    expect(await value('gatehouse_queue_oldest_seconds{queue="mail"}')).toBeGreaterThan(10_009)
    await db().job.deleteMany()
  })

  it('show by how much a recurring job is late', async () => {
    const line = 'gatehouse_recurring_job_overdue_seconds{task="seal-audit-records"}'
    expect(await value(line)).toBe(0)
    const nextRunAt = addSeconds(new Date(), -600)
    await db().recurringTask.create({ data: { name: 'seal-audit-records', nextRunAt } })
    await db().recurringTask.create({ data: { name: 'job-of-another-build', nextRunAt } })
    expect(await value(line)).toBeGreaterThanOrEqual(600)
    expect(await metrics()).not.toContain('job-of-another-build')
  })

  it('are served without a queue while it cannot be counted, but with the others, and it is logged', async () => {
    const warn = vi.spyOn(logger(), 'warn')
    await db().$executeRaw`ALTER TABLE jobs RENAME TO jobs_away`
    try {
      const text = await metrics()
      expect(text).toContain('gatehouse_bus_alive')
      expect(text).not.toMatch(/gatehouse_queue_\w+\{queue="(mail|sms|notifications|other)"/)
      expect(text).toContain('gatehouse_queue_items{queue="webhooks",state="waiting"}')
      expect(text).toContain('gatehouse_recurring_job_overdue_seconds{')
      expect(warn.mock.calls.map(([about]) => about)).toContainEqual(
        expect.objectContaining({ parts: ['jobs'] }),
      )
    } finally {
      warn.mockRestore()
      await db().$executeRaw`ALTER TABLE jobs_away RENAME TO jobs`
    }
  })

  it('say whether the instance is ready, as /readyz does, so that an outage without requests alerts', async () => {
    const both = async () => [
      (await gateway.get('/readyz')).status,
      await metrics().then((text) => /^gatehouse_ready (\d)$/m.exec(text)?.[1]),
    ]
    expect(await both()).toEqual([200, '1'])
    const connect = vi.spyOn(database().pool, 'connect').mockImplementation(() => {
      throw new Error('away')
    })
    try {
      expect(await both()).toEqual([503, '0'])
    } finally {
      connect.mockRestore()
    }
  })

  it('lack the lag of the bus while no message is known to have arrived, rather than show none', async () => {
    const lag = vi.spyOn(bus, 'busLagMs').mockReturnValue(null)
    try {
      expect(await metrics()).not.toMatch(/^gatehouse_bus_lag_seconds/m)
    } finally {
      lag.mockRestore()
    }
    expect(await metrics()).toMatch(/^gatehouse_bus_lag_seconds \d/m)
  })

  it('have exactly the declared names, labels and label values', async () => {
    const text = await metrics()
    const names = [...text.matchAll(/^# TYPE (gatehouse_\w+) (\w+)$/gm)].map(
      ([, ...found]) => found,
    )
    expect(names.sort()).toEqual(
      Object.entries(metricDeclarations)
        .map(([name, { type }]) => [name, type])
        .sort(),
    )
    for (const [, series, labels = ''] of text.matchAll(/^(gatehouse_\w+)(?:\{(.*)\})? /gm)) {
      const name = series!.replace(/_(?:bucket|sum|count)$/, '') as MetricName
      const declared = metricDeclaration(name in metricDeclarations ? name : (series as MetricName))
      for (const [, label, found] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
        if (label === 'le') continue
        const values = declared.labels[label!]
        if (typeof values === 'object') expect(values).toContain(found)
        else expect(values).toBeDefined()
      }
    }
  })
})

describe('without METRICS_TOKEN', () => {
  it('answers /metrics like any unknown path, whatever is sent', async () => {
    const gateway = await open({})
    for (const token of ['', 'undefined', 'null'])
      expect(await gateway.get('/metrics', `Authorization: Bearer ${token}`)).toMatchObject({
        status: 404,
        body: expect.stringContaining('page') as string,
      })
    await gateway.close()
  })
})
