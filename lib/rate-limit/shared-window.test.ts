import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openRedisWindow, openUpstashWindow, type SharedWindow } from '@/lib/rate-limit/shared-window'
import { describeWithRedis } from '@/lib/testing/redis-for-tests'
import { startUpstashStandIn } from '@/lib/testing/upstash-stand-in'

/** A window so long that it hardly ends during a test. */
const rate = { limit: 5, windowSeconds: 86_400 }

async function ask(window: SharedWindow, key: string, count: number): Promise<boolean[]> {
  const answers = []
  for (let i = 0; i < count; i++) answers.push((await window.take(key)).allowed)
  return answers
}

function redisWindow(url: string): SharedWindow {
  const window = openRedisWindow(url, rate)
  onTestFinished(() => window.close())
  return window
}

async function standIn(redisUrl: string) {
  const upstash = await startUpstashStandIn(redisUrl)
  onTestFinished(() => upstash.close())
  return upstash
}

describeWithRedis('a window in Redis', (redisUrl) => {
  it('is one for all instances', async () => {
    const [one, other] = [redisWindow(redisUrl()), redisWindow(redisUrl())]
    const key = randomUUID()
    expect(await ask(one, key, 3)).toEqual([true, true, true])
    expect(await ask(other, key, 4)).toEqual([true, true, false, false])
    expect(await ask(one, key, 1)).toEqual([false])
  })

  it('tells what is left and for how long', async () => {
    const window = redisWindow(redisUrl())
    const key = randomUUID()
    const { resetMs, ...taken } = await window.take(key)
    expect(taken).toEqual({ allowed: true, remaining: 4 })
    expect(resetMs).toBeGreaterThan(0)
    expect(resetMs).toBeLessThanOrEqual(86_400_000)
  })

  it('admits no more than the limit of a burst', async () => {
    const window = redisWindow(redisUrl())
    const key = randomUUID()
    const burst = await Promise.all(Array.from({ length: 20 }, () => window.take(key)))
    expect(burst.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  it('opens no connection once it is closed', async () => {
    const window = openRedisWindow(redisUrl(), rate)
    window.close()
    await expect(window.take(randomUUID())).rejects.toThrow(/closed/)
  })
})

describeWithRedis('a window in Upstash', (redisUrl) => {
  it('is one for all instances, over the REST protocol', async () => {
    const upstash = await standIn(redisUrl())
    const [one, other] = [openUpstashWindow(upstash, rate, 10_000), openUpstashWindow(upstash, rate, 10_000)]
    const key = randomUUID()
    expect(await ask(one, key, 3)).toEqual([true, true, true])
    expect(await ask(other, key, 4)).toEqual([true, true, false, false])
    expect(upstash.commands()).toBeGreaterThanOrEqual(7)
  })

  it('fails, and lets nobody pass uncounted, when Upstash refuses or hangs', async () => {
    const upstash = await standIn(redisUrl())
    const stranger = openUpstashWindow({ url: upstash.url, token: 'another' }, rate, 10_000)
    await expect(stranger.take(randomUUID())).rejects.toThrow(/Unauthorized/)
    upstash.hang()
    await expect(openUpstashWindow(upstash, rate, 50).take(randomUUID())).rejects.toThrow(/timeout/)
  })
})
