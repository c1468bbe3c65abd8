import { afterAll, beforeAll, expect, it } from 'vitest'
import { database } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

/** The promise is one second; a busy machine may be late. */
const WITHIN_MS = 10_000

/** Two instances on the test's database, with a signed-in administrator. */
function twoInstances(env: () => Record<string, string>) {
  const services: ServiceProcess[] = []
  let here!: ApiClient
  let there!: ApiClient
  let admin!: { authorization: string }
  useSettings()
  useTestDatabase()
  const start = () =>
    startService({
      env: {
        DATABASE_URL: database().pool.options.connectionString!,
        AUTH_JWT_SECRET: 'the-signing-secret-of-two-instances-0123456789',
        AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        AUTH_JWT_ISSUER: 'http://gatehouse.test',
        AUTH_IP_RATE_LIMIT: '100000/1m',
        AUTH_USER_RATE_LIMIT: '100000/1m',
        ...env(),
      },
    })
  beforeAll(async () => {
    services.push(...(await Promise.all([start(), start()])))
    here = await ApiClient.of(services[0]!.url)
    there = await ApiClient.of(services[1]!.url)
    const { email } = await makeUser({ admin: true })
    const { status, body } = await here.post('/auth/login', { email, password: PASSWORD })
    expect(status).toBe(200)
    admin = bearer(String(body.access_token))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
  })
  let serial = 0
  /** Whether that instance accepts a password of 14 characters. */
  const takesFourteen = async (api: ApiClient) => {
    const email = `newcomer-${++serial}@example.org`
    const { status } = await api.post('/auth/register', { email, password: 'violet kettle!' })
    return status === 202
  }
  return {
    async change(values: object) {
      const { status } = await here.call('PUT', '/settings/policy', { values }, admin)
      expect(status).toBe(200)
    },
    takesFourteenHere: () => takesFourteen(here),
    followed: (taken: boolean) =>
      until(
        'the other instance follows',
        WITHIN_MS,
        async () => (await takesFourteen(there)) === taken,
      ),
    async startAnother() {
      const service = await start()
      services.push(service)
      return takesFourteen(await ApiClient.of(service.url))
    },
  }
}

describeOnServer('a setting, changed on one of two instances', () => {
  const two = twoInstances(() => ({}))

  it('takes effect there immediately, on the other through the bus, and on one that starts later', async () => {
    expect(await two.takesFourteenHere()).toBe(true)
    await two.change({ password_min_length: 15 })
    expect(await two.takesFourteenHere()).toBe(false)
    await two.followed(false)
    expect(await two.startAnother()).toBe(false)
    await two.change({ password_min_length: null })
    await two.followed(true)
  })
})

describeOnServer('two instances with Redis', () => {
  describeWithOwnRedis('that becomes unavailable', (redis) => {
    const two = twoInstances(() => ({ REDIS_URL: redis.url }))

    it('apply each other’s settings through Redis, and by polling without it', async () => {
      await two.change({ password_min_length: 15 })
      await two.followed(false)
      await redis.kill()
      await two.change({ password_min_length: 12 })
      await two.followed(true)
      await redis.start()
      await two.change({ password_min_length: 20 })
      await two.followed(false)
    })
  })
})
