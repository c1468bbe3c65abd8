import { createClient } from 'redis'
import { expect, it, vi } from 'vitest'
import { describeWithOwnRedis, describeWithRedis } from '@/tests/kit/redis-for-tests'

describeWithRedis('a Redis server for tests', (redisUrl) => {
  it('responds to commands', async () => {
    const client = await createClient({ url: redisUrl() }).connect()
    expect(await client.ping()).toBe('PONG')
    await client.close()
  })
})

describeWithOwnRedis('a Redis server of the tests', (redis) => {
  it('is unreachable when killed and comes back at the same address', async () => {
    const { url } = redis
    await redis.kill()
    const refused = createClient({ url, socket: { reconnectStrategy: false } })
    refused.on('error', () => {})
    await expect(refused.connect()).rejects.toThrow(/ECONNREFUSED/)
    await redis.start()
    expect(redis.url).toBe(url)
    const client = await createClient({ url }).connect()
    await vi.waitFor(async () => expect(await client.ping()).toBe('PONG'))
    await client.close()
  })
})
