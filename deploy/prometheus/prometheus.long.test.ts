import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { database } from '@/lib/platform/db/database'
import { describeIf, describeOnServer } from '@/tests/kit/describe-if'
import { freePort } from '@/tests/kit/free-port'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const RULES = join(import.meta.dirname, 'alerts.yaml')
const TESTS = join(import.meta.dirname, 'alerts.test.yaml')
const DASHBOARD = join(import.meta.dirname, '../grafana/dashboard.json')
const TOKEN = 'a-token-for-the-metrics-of-32-characters'
const isInstalled = spawnSync('prometheus', ['--version']).status === 0

interface Rule {
  alert: string
  expr: string
}
const rules = (
  parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const panels = (
  JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
).panels
/** The queries of the dashboard as Grafana sends them. */
const queries = panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) =>
    expr
      .replaceAll('$job', '.+')
      .replaceAll('$instance', '.+')
      .replaceAll('$__rate_interval', '1m'),
  ),
)

/** Metrics whose series begin with the first event. No other may be missing. */
const EMPTY_AT_IDLE = [
  'gatehouse_job_duration_seconds_bucket',
  'gatehouse_refused_connections_total',
  'gatehouse_sign_in_failures_total',
]

describeIf(isInstalled, 'no promtool')('the alert rules', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  it('are valid for Prometheus', () => {
    const { status, output } = promtool('check', 'rules', RULES)
    expect(status, output).toBe(0)
  })

  it('fire when they should, and only then', () => {
    const { status, output } = promtool('test', 'rules', TESTS)
    expect(status, output).toBe(0)
    const tested = readFileSync(TESTS, 'utf8')
    expect(rules.filter(({ alert }) => tested.split(`alertname: ${alert}\n`).length < 2)).toEqual(
      [],
    )
  })
})

describeIf(isInstalled, 'no prometheus')('Prometheus', () => {
  describeOnServer('that scrapes a service', () => {
    let service: ServiceProcess
    let prometheus: ChildProcess
    let base: string
    useSettings()
    useTestDatabase()
    beforeAll(async () => {
      service = await startService({
        env: {
          DATABASE_URL: database().pool.options.connectionString!,
          AUTH_JWT_SECRET: 'the-signing-secret-of-the-metrics-0123456789',
          METRICS_TOKEN: TOKEN,
        },
      })
      await fetch(`${service.url}/auth/login`)
      const port = await freePort()
      base = `http://127.0.0.1:${port}`
      prometheus = startPrometheus(port, service.port)
    }, 120_000)
    afterAll(async () => {
      prometheus?.kill('SIGKILL')
      if (prometheus && prometheus.signalCode === null) await once(prometheus, 'exit')
      await service?.stop()
    })

    /** The series of a query. Throws if Prometheus refuses it. */
    async function query(expr: string): Promise<{ metric: Record<string, string> }[]> {
      const answer = await fetch(`${base}/api/v1/query?query=${encodeURIComponent(expr)}`)
      const { status, error, data } = (await answer.json()) as {
        status: string
        error?: string
        data: { result: { metric: Record<string, string> }[] }
      }
      if (status !== 'success') throw new Error(`${expr}: ${error}`)
      return data.result
    }
    const scraped = () =>
      until('the service was scraped twice', 60_000, async () => {
        const found = await query('count_over_time(up[1m]) > 1 and up == 1').catch(() => [])
        return found.length > 0
      })

    it('evaluates every alert without error, and none is pending', async () => {
      await scraped()
      const loaded = await until('the rules were evaluated', 60_000, async () => {
        const answer = await fetch(`${base}/api/v1/rules`)
        const { data } = (await answer.json()) as {
          data: { groups: { rules: { name: string; health: string; state: string }[] }[] }
        }
        const all = data.groups.flatMap((group) => group.rules)
        return all.length > 0 && all.every(({ health }) => health !== 'unknown') ? all : null
      })
      expect(loaded.map(({ name, health, state }) => [name, health, state])).toEqual(
        rules.map(({ alert }) => [alert, 'ok', 'inactive']),
      )
    })

    it('finds series for every metric of the dashboard, and answers each of its queries', async () => {
      await scraped()
      for (const expr of queries) await query(expr)
      const names = new Set(
        queries.flatMap((expr) => expr.match(/\b(?:gatehouse|nodejs|process)_\w+/g) ?? []),
      )
      expect(names.size).toBeGreaterThan(20)
      const missing: string[] = []
      for (const name of names) if ((await query(name)).length === 0) missing.push(name)
      expect(missing.filter((name) => !EMPTY_AT_IDLE.includes(name))).toEqual([])
    })

    it('sees the failures of every kind of job from 0 on, so that the first one alerts', async () => {
      await scraped()
      const kinds = await query('gatehouse_job_runs_total{outcome="failed"} == 0')
      expect(kinds.map(({ metric }) => metric.kind)).toContain('mail')
    })
  })
})

function startPrometheus(port: number, target: number): ChildProcess {
  const folder = temporaryFolder()
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [RULES],
    scrape_configs: [
      {
        job_name: 'gatehouse',
        authorization: { credentials: TOKEN },
        static_configs: [{ targets: [`127.0.0.1:${target}`] }],
      },
    ],
  }
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}
