import { afterAll, beforeAll, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { twenty } from '@/tests/kit/at-once'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeIf } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '@/tests/kit/pgbouncer'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

/** Fewer than requests at once, so that transactions of one connection change sessions. */
const SESSIONS = 4

describeIf(hasPgbouncer(), 'no pgbouncer')('behind pgbouncer in transaction mode', () => {
  const services: ServiceProcess[] = []
  let pooler: Pgbouncer
  let direct: string
  let here!: ApiClient
  let there!: ApiClient
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    direct = database().pool.options.connectionString!
    await db().$executeRawUnsafe(
      `ALTER DATABASE "${new URL(direct).pathname.slice(1)}" SET timezone = 'Asia/Kathmandu'`,
    )
    pooler = await startPgbouncer(direct, SESSIONS)
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct,
      AUTH_JWT_SECRET: 'the-signing-secret-of-two-instances-0123456789',
      AUTH_JWT_ISSUER: 'http://gatehouse.test',
      AUTH_IP_RATE_LIMIT: '100000/1m',
      AUTH_USER_RATE_LIMIT: '100000/1m',
    }
    services.push(await startService({ env }), await startService({ env }))
    here = await ApiClient.of(services[0]!.url)
    there = await ApiClient.of(services[1]!.url)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await pooler.stop()
  })

  const signIn = async (email: string) => {
    const { status, body } = await here.post('/auth/login', { email, password: PASSWORD })
    expect(status).toBe(200)
    return body
  }

  it('serves twenty users at once on four sessions', async () => {
    const tokens: Record<string, unknown>[] = []
    for (let n = 0; n < 20; n++) tokens.push(await signIn((await makeUser({})).email))
    for (let round = 0; round < 5; round++)
      await twenty(async (n) => {
        const credential = bearer(String(tokens[n]!.access_token))
        expect((await there.get('/me/sessions', credential)).status).toBe(200)
        const refresh = { refresh_token: tokens[n]!.refresh_token }
        const renewed = await (n % 2 ? here : there).post('/auth/refresh', refresh)
        expect(renewed.status).toBe(200)
        tokens[n] = renewed.body
      })
    for (const service of services) expect(service.output()).not.toMatch(/prepared statement/)
  })

  it('gives every session UTC, and sends no names of statements', async () => {
    const { pool, close } = openServerPool(pooler.url, { pooled: true })
    const zone = () => pool.query<{ TimeZone: string }>({ name: 'zone', text: 'SHOW timezone' })
    const answers = await twenty(zone)
    expect(answers.map(({ rows }) => rows)).toEqual(Array(20).fill([{ TimeZone: 'UTC' }]))
    const named = await pool.query('SELECT 1 FROM pg_prepared_statements')
    expect(named.rows).toEqual([])
    await close()
  })

  it('an ended session is refused on the other instance, because events go past it', async () => {
    const { email } = await makeUser({})
    const credential = bearer(String((await signIn(email)).access_token))
    expect((await there.get('/me', credential)).status).toBe(200)
    expect((await here.post('/auth/logout', {}, credential)).status).toBe(204)
    await until(
      'the other instance refuses the session',
      1000,
      async () => (await there.get('/me', credential)).status === 401,
    )
    const listening = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse bus'`
    expect(listening).toHaveLength(2)
  })

  it('seals the audit trail', async () => {
    await until('records are sealed', 30_000, async () => (await db().auditUnsealed.count()) === 0)
    expect(await db().auditSeal.count()).toBeGreaterThanOrEqual(20)
  })

  it('migrates an empty database', async () => {
    const name = `empty_${Date.now()}`
    await db().$executeRawUnsafe(`CREATE DATABASE ${name}`)
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
    const env = { DATABASE_URL: at(pooler.url), DATABASE_DIRECT_URL: at(direct) }
    const service = await startService({ env, firstStart: true })
    await service.stop()
    await until('its sessions are gone', 10_000, () =>
      db()
        .$executeRawUnsafe(`DROP DATABASE ${name} WITH (FORCE)`)
        .then(
          () => true,
          () => false,
        ),
    )
  })
})
