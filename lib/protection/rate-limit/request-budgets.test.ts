import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadSettings, settings } from '@/lib/config/settings'
import { setClock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { ipKey } from '@/lib/platform/ip-address'
import { logger } from '@/lib/platform/logger'
import {
  closeRequestBudgets,
  openRequestBudgets,
  takeFromIpBudget,
  takeFromUserBudget,
} from '@/lib/protection/rate-limit/request-budgets'
import { openRedisWindows, type SharedWindow } from '@/lib/protection/rate-limit/shared-windows'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'

const configure = (more: Record<string, string> = {}) =>
  loadSettings({ AUTH_IP_RATE_LIMIT: '5/1m', AUTH_USER_RATE_LIMIT: '3/1m', ...more })
const anAddress = () =>
  `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`

/** Makes `count` requests, one after the other; returns which were allowed. */
async function ask(ip: string | null, count: number): Promise<boolean[]> {
  const answers = []
  for (let i = 0; i < count; i++) answers.push((await takeFromIpBudget(ip)).allowed)
  return answers
}

const fivePass = [true, true, true, true, true, false, false]

beforeEach(() => {
  vi.spyOn(logger(), 'warn').mockImplementation(() => {})
  vi.spyOn(logger(), 'info').mockImplementation(() => {})
})
afterEach(() => {
  closeRequestBudgets()
  vi.restoreAllMocks()
})

describe('the IP limiter in one process', () => {
  const T0 = 4321.25
  const timeIs = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms)
  beforeEach(() => {
    configure()
    timeIs(T0)
  })

  it('allows requests up to the limit, reports what is left, and allows more after the window', async () => {
    expect(await takeFromIpBudget('203.0.113.7')).toEqual({
      name: 'ip',
      allowed: true,
      limit: 5,
      remaining: 4,
      resetSeconds: 60,
      windowSeconds: 60,
    })
    expect(await ask('203.0.113.7', 5)).toEqual([true, true, true, true, false])
    timeIs(T0 + 59_200)
    expect(await takeFromIpBudget('203.0.113.7')).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 1,
    })
    timeIs(T0 + 60_000)
    expect((await takeFromIpBudget('203.0.113.7')).allowed).toBe(true)
  })

  it('refuses no one because the clock of the machine is set back', async () => {
    expect(await ask('203.0.113.7', 4)).toEqual([true, true, true, true])
    timeIs(T0 + 60_000)
    expect(await ask('203.0.113.7', 1)).toEqual([true])
    const real = setClock({ now: () => new Date(Date.now() - 3_600_000) })
    onTestFinished(() => void setClock(real))
    timeIs(T0 + 90_000)
    expect((await takeFromIpBudget('203.0.113.7')).allowed).toBe(true)
    timeIs(T0 + 180_000)
    expect(await ask('203.0.113.7', 5)).toEqual([true, true, true, true, true])
  })

  it('counts an IPv6 customer once, and all clients without an address together', async () => {
    const customer = [
      '2001:db8:1:2::1',
      '2001:db8:1:2::2',
      '2001:db8:1:2:3::',
      '2001:db8:1:2:4::',
      '2001:db8:1:2:5::',
    ]
    for (const ip of customer) await takeFromIpBudget(ip)
    expect((await takeFromIpBudget('2001:db8:1:2:6::')).allowed).toBe(false)
    expect((await takeFromIpBudget('2001:db8:1:3::1')).allowed).toBe(true)
    expect(await ask(null, 7)).toEqual(fivePass)
  })
})

describe('the budget of a user', () => {
  it('is separate from those of other users and of IP addresses', async () => {
    configure()
    const [ada, bob] = [newId(), newId()]
    const allowed = []
    for (let i = 0; i < 5; i++) allowed.push((await takeFromUserBudget(ada)).allowed)
    expect(allowed).toEqual([true, true, true, false, false])
    expect(await takeFromUserBudget(bob)).toMatchObject({
      name: 'user',
      allowed: true,
      remaining: 2,
    })
  })

  it('is 120 requests a minute by default', () => {
    loadSettings({})
    expect(settings().guard.userRateLimit).toEqual({ limit: 120, windowSeconds: 60 })
  })
})

describeWithOwnRedis('the IP limiter on Redis', (redis) => {
  /** Whether this instance's requests are counted in Redis, where another instance sees them. */
  const isShared = async (other: SharedWindow) => {
    const ip = anAddress()
    await takeFromIpBudget(ip)
    return (await other(ipKey(ip))).remaining === 3
  }
  const untilShared = () => {
    const windows = openRedisWindows(redis.url)
    onTestFinished(() => windows.close())
    const other = windows.window('ip', settings().guard.ipRateLimit)
    return vi.waitFor(async () => expect(await isShared(other)).toBe(true), {
      timeout: 15_000,
      interval: 100,
    })
  }
  beforeEach(() => configure({ REDIS_URL: redis.url, AUTH_IP_RATE_LIMIT: '5/1d' }))

  it('counts in Redis', () => untilShared())

  it('counts in the process while Redis is down, logs it once, and recovers by itself', async () => {
    await untilShared()
    vi.mocked(logger().warn).mockClear()
    await redis.kill()
    expect(await ask(anAddress(), 7)).toEqual(fivePass)
    expect(logger().warn).toHaveBeenCalledTimes(1)
    await redis.start()
    await untilShared()
  })

  it('counts in the process while Redis hangs', async () => {
    await untilShared()
    redis.freeze()
    expect(await ask(anAddress(), 7)).toEqual(fivePass)
    redis.thaw()
    await untilShared()
  })

  it('counts in the process if Redis was unavailable at the start', async () => {
    await redis.kill()
    expect(await ask(anAddress(), 7)).toEqual(fivePass)
    await redis.start()
    await untilShared()
  })
})

describe('the IP limiter on Upstash', () => {
  it('counts in the process while Upstash is unavailable', async () => {
    configure({ UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9', UPSTASH_REDIS_REST_TOKEN: 'token' })
    expect(await ask(anAddress(), 7)).toEqual(fivePass)
    expect(logger().warn).toHaveBeenCalledTimes(1)
  })

  it('counts in the process if the client does not accept the address', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    configure({ UPSTASH_REDIS_REST_URL: 'HTTP://127.0.0.1:9', UPSTASH_REDIS_REST_TOKEN: 'token' })
    openRequestBudgets()
    await vi.dynamicImportSettled()
    await setImmediate()
    expect(await ask(anAddress(), 7)).toEqual(fivePass)
    closeRequestBudgets()
    await setImmediate()
    expect(unhandled).not.toHaveBeenCalled()
    expect(logger().warn).toHaveBeenCalledTimes(1)
  })
})
