import { afterAll, beforeAll, describe } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { findRedisBinary, ownRedis, type OwnRedis } from '@/tests/kit/redis-server'

/**
 * A `describe` whose tests need any Redis server: TEST_REDIS_URL, or one started for them. `define`
 * gets a function that returns its address, for use in hooks and tests. The server may be shared,
 * so use unique keys and channels. Without a server the tests are reported as skipped, with the
 * reason in their name.
 */
export function describeWithRedis(name: string, define: (redisUrl: () => string) => void): void {
  const given = process.env.TEST_REDIS_URL
  if (given) describe(name, () => define(() => given))
  else describeWithOwnRedis(name, (redis) => define(() => redis.url))
}

/** The same, with a server that the tests may kill and freeze. Requires a `redis-server` binary. */
export function describeWithOwnRedis(name: string, define: (redis: OwnRedis) => void): void {
  const binary = findRedisBinary()
  describeIf(binary !== null, 'no redis-server')(name, () => {
    const redis = ownRedis(binary ?? '')
    beforeAll(() => redis.start(), 20_000)
    afterAll(() => redis.kill())
    define(redis)
  })
}
