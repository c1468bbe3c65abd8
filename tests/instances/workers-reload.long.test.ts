import { Agent, request } from 'node:http'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { database } from '@/lib/platform/db/database'
import { describeIf, describeOnServer } from '@/tests/kit/describe-if'
import { hasPgbouncer, startPgbouncer } from '@/tests/kit/pgbouncer'
import { describeWithRedis } from '@/tests/kit/redis-for-tests'
import {
  reload,
  type ReloadReport,
  reloadUnderLoad,
  startWorkers,
  untilReady,
} from '@/tests/kit/reload'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { ApiSession, ask, expectAnswer } from '@/tests/kit/session-client'
import { openOtlpReceiver } from '@/tests/kit/stand-ins/otlp-receiver'
import type { ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

/** Fewer than the workers ask for at once. */
const POOLER_SESSIONS = 4
const LIMIT = 20

describeOnServer('two workers, replaced by SIGHUP', () => {
  let direct: string
  const closers: (() => Promise<unknown>)[] = []
  useSettings()
  useTestDatabase()
  beforeAll(() => {
    direct = database().pool.options.connectionString!
  })
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await startWorkers({ DATABASE_URL: direct, ...env })
    closers.push(() => service.stop())
    await untilReady(service)
    return service
  }

  function expectFlawless({ failures, signOuts, requests }: ReloadReport): void {
    expect(failures).toEqual([])
    expect(signOuts).toBe(0)
    expect(requests).toBeGreaterThan(300)
  }

  it('fail no request and sign no one out', async () => {
    expectFlawless(await reloadUnderLoad(await start()))
  })

  describeWithRedis('with Redis', (redisUrl) => {
    it('fail no request and sign no one out', async () => {
      expectFlawless(await reloadUnderLoad(await start({ REDIS_URL: redisUrl() })))
    })

    it('tell each other which sessions have ended', async () => {
      const service = await start({ REDIS_URL: redisUrl() })
      await reload(service)
      await expectEndedEverywhere(service)
    })

    it('keep the count of an address, so that a reload allows no more requests', async () => {
      const limit = { AUTH_IP_RATE_LIMIT: `${LIMIT}/1h`, TRUST_PROXY_HOPS: '1' }
      const service = await start({ REDIS_URL: redisUrl(), ...limit })
      expect(await acceptedOf(service, 2 * LIMIT)).toBe(LIMIT)
      await reload(service)
      expect(await acceptedOf(service, LIMIT)).toBe(0)
    })
  })

  describeIf(hasPgbouncer(), 'no pgbouncer')('behind pgbouncer in transaction mode', () => {
    const startPooled = async () => {
      const pooler = await startPgbouncer(direct, POOLER_SESSIONS)
      closers.push(() => pooler.stop())
      return start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct })
    }

    it('fail no request and sign no one out', async () => {
      const service = await startPooled()
      expectFlawless(await reloadUnderLoad(service))
      expect(service.output()).not.toMatch(/prepared statement/)
    })

    it('tell each other which sessions have ended', async () => {
      const service = await startPooled()
      await reload(service)
      await expectEndedEverywhere(service)
    })
  })

  describe('with tracing', () => {
    it('fail no request, and lose no span of the workers that end', async () => {
      const receiver = await openOtlpReceiver()
      closers.push(() => receiver.close())
      const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
      const report = await reloadUnderLoad(service)
      expectFlawless(report)
      expect(await service.stop()).toBe(0)
      const refreshes = receiver.spans().filter(({ name }) => name === 'POST /api/v1/auth/refresh')
      expect(refreshes).toHaveLength(report.refreshes)
    })
  })
})

/** Ends a session at one worker, and expects every worker to refuse it within the second. */
async function expectEndedEverywhere({ url }: ServiceProcess): Promise<void> {
  const { email } = await makeUser()
  const { access: token, id } = await ApiSession.open(url, email, PASSWORD)
  await expectAnswer(200, url, 'GET', '/me', { token })
  await expectAnswer(204, url, 'DELETE', `/me/sessions/${id}`, { token })
  await until('every worker refuses the session', 1000, async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        statusOf(`${url}/api/v1/me`, { authorization: `Bearer ${token}` }),
      ),
    )
    return answers.every((status) => status === 401)
  })
  expect((await ask(url, 'GET', '/me', { token })).status).toBe(401)
}

/** How many of so many requests of one address are not refused by its limit. */
async function acceptedOf({ url }: ServiceProcess, count: number): Promise<number> {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const statuses = await Promise.all(
    Array.from({ length: count }, () =>
      statusOf(`${url}/api/v1/auth/verify-email`, headers, 'POST'),
    ),
  )
  return statuses.filter((status) => status !== 429).length
}

/** The status of a request on a connection of its own, so that the workers take turns. */
function statusOf(
  url: string,
  headers: Record<string, string>,
  method: 'GET' | 'POST' = 'GET',
): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: new Agent() }, (res) =>
      res.resume().on('end', () => resolve(res.statusCode ?? 0)),
    )
      .on('error', reject)
      .end()
  })
}
