import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const describeWithCluster = describeIf(
  PostgresCluster.isInstalled(),
  'no PostgreSQL to start and stop',
)

async function setReadOnly(cluster: PostgresCluster, mode: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${mode}`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

describeWithCluster('an unavailable PostgreSQL server', () => {
  let cluster: PostgresCluster
  let service: ServiceProcess

  beforeAll(async () => {
    cluster = (await PostgresCluster.create())!
    service = await startService({
      env: { DATABASE_URL: cluster.url, AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000' },
    })
  })
  afterAll(async () => {
    await service.kill9()
    await cluster.remove()
  })

  const login = () =>
    fetch(`${service.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${Math.random()}@example.org`, password: 'violet kettle' }),
    })
  const status = async (path: string) => (await fetch(`${service.url}${path}`)).status

  async function expectUnavailable() {
    const answer = await login()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  }
  const expectBack = async () => {
    await until('the service is ready again', 5000, async () => (await status('/readyz')) === 200)
    await until('sign-ins are answered again', 5000, async () => (await login()).status === 401)
  }

  it('causes only 503s while it is stopped', async () => {
    expect((await login()).status).toBe(401)
    await cluster.stop()
    await expectUnavailable()
    await cluster.start()
    await expectBack()
  })

  it('causes only 503s while it hangs with open connections', async () => {
    expect((await login()).status).toBe(401)
    cluster.freeze()
    await expectUnavailable()
    cluster.thaw()
    await expectBack()
  })

  it('causes only 503s while it refuses writes, as a standby does', async () => {
    await setReadOnly(cluster, 'on')
    await until('it is not ready', 5000, async () => (await status('/readyz')) === 503)
    await expectUnavailable()
    const { code, stdout } = await runGatehousectl(['doctor', '--json'], {
      env: { DATABASE_URL: cluster.url },
    })
    const { findings } = JSON.parse(stdout) as { findings: object[] }
    expect(code).toBe(1)
    expect(findings).toContainEqual({
      check: 'database',
      state: 'failed',
      message: expect.stringContaining('accepts no writes') as string,
    })
    await setReadOnly(cluster, 'off')
    await expectBack()
  })

  it('causes only 503s under many concurrent requests', async () => {
    cluster.freeze()
    const answers = await Promise.all(Array.from({ length: 60 }, login))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([503]))
    cluster.thaw()
    await expectBack()
  })
})

describeWithCluster('a start while PostgreSQL is unavailable', () => {
  let service: ServiceProcess | null = null
  afterEach(() => service?.kill9())

  it('logs that it is waiting, and continues when the server is available', async () => {
    const cluster = (await PostgresCluster.create())!
    await cluster.stop()
    service = await startService({ env: { DATABASE_URL: cluster.url }, waitUntilReady: false })
    const { output, url } = service
    await until('it says that it waits', 10_000, () =>
      output.call(service).includes(`waiting for PostgreSQL at 127.0.0.1:${cluster.port}`),
    )
    await cluster.start()
    await until('it is ready', 20_000, () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    await service.kill9()
    await cluster.remove()
  })

  it('waits for a server that refuses writes as well', async () => {
    const cluster = (await PostgresCluster.create())!
    await setReadOnly(cluster, 'on')
    service = await startService({ env: { DATABASE_URL: cluster.url }, waitUntilReady: false })
    const { output, url } = service
    await until('it says that it waits', 10_000, () =>
      output.call(service).includes('the server accepts no writes'),
    )
    await setReadOnly(cluster, 'off')
    await until('it is ready', 20_000, () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    await service.kill9()
    await cluster.remove()
  })

  it('exits with one line and without the password when the address can never work', async () => {
    const cluster = (await PostgresCluster.create())!
    const url = `postgresql://postgres:hush-hush@127.0.0.1:${cluster.port}/nowhere`
    service = await startService({ env: { DATABASE_URL: url }, waitUntilReady: false })
    expect(await service.exitCode()).toBe(1)
    expect(service.output().trim()).toMatch(
      /^DATABASE_URL: .*nowhere cannot be used: database "nowhere" does not exist$/,
    )
    expect(service.output()).not.toContain('hush-hush')
    await cluster.remove()
  })
})
