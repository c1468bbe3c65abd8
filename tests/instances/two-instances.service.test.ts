import { afterAll, beforeAll, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'
import { runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000

/** Two instances on the test's database, and a signed-in user. */
function twoInstances(env: () => Record<string, string>) {
  const services: ServiceProcess[] = []
  let here!: ApiClient
  let there!: ApiClient
  let settings!: Record<string, string>
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    settings = {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_JWT_SECRET: 'the-signing-secret-of-two-instances-0123456789',
      AUTH_JWT_ISSUER: 'http://gatehouse.test',
      ...env(),
    }
    services.push(await startService({ env: settings }), await startService({ env: settings }))
    here = await ApiClient.of(services[0]!.url)
    there = await ApiClient.of(services[1]!.url)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
  })
  /** A user signed in on the first instance whose session the second one has cached. */
  async function signedIn() {
    const { email } = await makeUser()
    const { status, body } = await here.post('/auth/login', { email, password: PASSWORD })
    expect(status).toBe(200)
    const credential = bearer(String(body.access_token))
    const session = {
      id: String(body.session_id),
      email,
      credential,
      statusThere: async () => (await there.get('/me', credential)).status,
    }
    expect(await session.statusThere()).toBe(200)
    return session
  }
  /**
   * A user whose session was ended without a bus message, so the second instance still accepts it.
   */
  const forgotten = () =>
    until('a revoked session is remembered', WITHIN_MS, async () => {
      const session = await signedIn()
      await db()
        .$executeRaw`UPDATE session_families SET revoked_at = now(), revoked_reason = 'test' WHERE id = ${session.id}::uuid`
      return (await session.statusThere()) === 200 ? session : null
    })
  return { signedIn, forgotten, here: () => here, there: () => there, settings: () => settings }
}

type Session = Awaited<ReturnType<ReturnType<typeof twoInstances>['signedIn']>>
const refusedThere = (session: Session) =>
  until(
    'the other instance refuses the session',
    WITHIN_MS,
    async () => (await session.statusThere()) === 401,
  )

describeOnServer('two instances connected through PostgreSQL', () => {
  const two = twoInstances(() => ({}))

  it('refuse on one what was revoked on the other', async () => {
    const session = await two.signedIn()
    expect((await two.here().post('/auth/logout', undefined, session.credential)).status).toBe(204)
    await refusedThere(session)
  })

  it('know by introspection on one what was revoked on the other', async () => {
    const session = await two.signedIn()
    const { email } = await makeUser({ admin: true })
    const { body } = await two.here().post('/auth/login', { email, password: PASSWORD })
    const asReader = bearer(String(body.access_token))
    const token = session.credential.authorization.replace('Bearer ', '')
    const introspect = async () =>
      (await two.there().post('/auth/introspect', { token }, asReader)).body.active
    expect(await introspect()).toBe(true)
    await two.here().post('/auth/logout', undefined, session.credential)
    await until('the token is inactive', WITHIN_MS, async () => !(await introspect()))
  })

  it('clear their caches when their listening connection was cut', async () => {
    const session = await two.forgotten()
    await db().$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'gatehouse bus' AND datname = current_database()`
    await refusedThere(session)
  })
})

describeOnServer('two instances with Redis', () => {
  describeWithOwnRedis('between them', (redis) => {
    const two = twoInstances(() => ({ REDIS_URL: redis.url }))

    it('refuse on one what was revoked on the other', async () => {
      const session = await two.signedIn()
      expect((await two.here().post('/auth/logout', undefined, session.credential)).status).toBe(
        204,
      )
      await refusedThere(session)
    })

    it('refuse what gatehousectl revoked', async () => {
      const session = await two.signedIn()
      const run = await runGatehousectl(['sessions', 'revoke', session.email], {
        env: two.settings(),
      })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      await refusedThere(session)
      expect((await two.here().get('/me', session.credential)).status).toBe(401)
    })

    it('read every session from the database while Redis is unavailable, and keep working', async () => {
      const [silent, loud] = [await two.forgotten(), await two.signedIn()]
      await redis.kill()
      await refusedThere(silent)
      expect(await loud.statusThere()).toBe(200)
      expect((await two.here().post('/auth/logout', undefined, loud.credential)).status).toBe(204)
      expect(await loud.statusThere()).toBe(401)
      await redis.start()
      const after = await two.signedIn()
      expect((await two.here().post('/auth/logout', undefined, after.credential)).status).toBe(204)
      await refusedThere(after)
    })
  })
})
