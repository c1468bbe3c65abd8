import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  openRedisWindows,
  openUpstashWindows,
  type SharedWindow,
} from '@/lib/protection/rate-limit/shared-windows'
import { describeWithOwnRedis, describeWithRedis } from '@/tests/kit/redis-for-tests'
import { startUpstashStandIn } from '@/tests/kit/stand-ins/upstash-stand-in'

/** A window so long that it practically never ends during a test. */
const rate = { limit: 5, windowSeconds: 86_400 }

async function ask(window: SharedWindow, key: string, count: number): Promise<boolean[]> {
  const answers = []
  for (let i = 0; i < count; i++) answers.push((await window(key)).allowed)
  return answers
}

function redisWindow(url: string): SharedWindow {
  const windows = openRedisWindows(url)
  onTestFinished(() => windows.close())
  return windows.window('test', rate)
}

const upstashWindow = (place: { url: string; token: string }, withinMs = 10_000) =>
  openUpstashWindows(place, withinMs).window('test', rate)

async function standIn(redisUrl: string) {
  const upstash = await startUpstashStandIn(redisUrl)
  onTestFinished(() => upstash.close())
  return upstash
}

describeWithRedis('a window in Redis', (redisUrl) => {
  it('is shared by all instances', async () => {
    const [one, other] = [redisWindow(redisUrl()), redisWindow(redisUrl())]
    const key = randomUUID()
    expect(await ask(one, key, 3)).toEqual([true, true, true])
    expect(await ask(other, key, 4)).toEqual([true, true, false, false])
    expect(await ask(one, key, 1)).toEqual([false])
  })

  it('is separate for each name, even for the same key', async () => {
    const windows = openRedisWindows(redisUrl())
    onTestFinished(() => windows.close())
    const [one, other] = [windows.window('one', rate), windows.window('other', rate)]
    const key = randomUUID()
    expect(await ask(one, key, 6)).toEqual([true, true, true, true, true, false])
    expect(await ask(other, key, 1)).toEqual([true])
  })

  it('needs no keys but its own, so that the Redis user can be restricted to them', async () => {
    const [name, password] = [`limiter-${randomUUID()}`, randomUUID()]
    const admin = createClient({ url: redisUrl() })
    await admin.connect()
    onTestFinished(() => admin.destroy())
    await admin.aclSetUser(name, ['on', `>${password}`, '~gatehouse:*', '+@all'])
    const address = new URL(redisUrl())
    Object.assign(address, { username: name, password })
    expect(await ask(redisWindow(address.href), randomUUID(), 6)).toEqual([
      ...[true, true, true, true, true],
      false,
    ])
    await admin.aclDelUser(name)
  })

  it('reports what is left and for how long', async () => {
    const window = redisWindow(redisUrl())
    const key = randomUUID()
    const { resetMs, ...taken } = await window(key)
    expect(taken).toEqual({ allowed: true, remaining: 4 })
    expect(resetMs).toBeGreaterThan(0)
    expect(resetMs).toBeLessThanOrEqual(86_400_000)
  })

  it('admits no more than the limit of a burst', async () => {
    const window = redisWindow(redisUrl())
    const key = randomUUID()
    const burst = await Promise.all(Array.from({ length: 20 }, () => window(key)))
    expect(burst.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  it('opens no connection after it is closed', async () => {
    const windows = openRedisWindows(redisUrl())
    windows.close()
    await expect(windows.window('test', rate)(randomUUID())).rejects.toThrow(/closed/)
  })
})

describeWithOwnRedis('a window in a Redis that starts later', (redis) => {
  it('fails at once until then, and never counts those requests', async () => {
    await redis.kill()
    const window = redisWindow(redis.url)
    const key = randomUUID()
    const early = Promise.allSettled(Array.from({ length: 20 }, () => window(key)))
    const inTime = Promise.race([early, sleep(1000)])
    expect(await inTime).toMatchObject(Array.from({ length: 20 }, () => ({ status: 'rejected' })))
    await redis.start()
    const counted = await vi.waitFor(() => window(key), { timeout: 10_000, interval: 50 })
    expect(counted).toMatchObject({ allowed: true, remaining: rate.limit - 1 })
  })
})

describeWithRedis('a window in Upstash', (redisUrl) => {
  it('is shared by all instances, over the REST protocol', async () => {
    const upstash = await standIn(redisUrl())
    const [one, other] = [upstashWindow(upstash), upstashWindow(upstash)]
    const key = randomUUID()
    expect(await ask(one, key, 3)).toEqual([true, true, true])
    expect(await ask(other, key, 4)).toEqual([true, true, false, false])
    expect(upstash.commands()).toBeGreaterThanOrEqual(7)
  })

  it('fails, and lets no request pass uncounted, if Upstash refuses or hangs', async () => {
    const upstash = await standIn(redisUrl())
    const stranger = upstashWindow({ url: upstash.url, token: 'another' })
    await expect(stranger(randomUUID())).rejects.toThrow(/Unauthorized/)
    upstash.hang()
    await expect(upstashWindow(upstash, 50)(randomUUID())).rejects.toThrow(/timeout/)
  })
})
