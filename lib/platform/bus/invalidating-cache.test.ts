import { describe, expect, it } from 'vitest'
import {
  InvalidatingCache,
  type InvalidatingCacheOptions,
} from '@/lib/platform/bus/invalidating-cache'

interface Session {
  userId: string
  name: string
}

/** The start of the tests' clock. */
const T0 = 1_000_000

function setUp(options: Partial<InvalidatingCacheOptions<Session>> = {}) {
  const world = { now: T0, alive: true, needsFence: false, loads: 0 }
  const cache = new InvalidatingCache<Session>({
    max: 3,
    ttlSeconds: 60,
    tagsOf: (session) => [session.userId],
    bus: { isAlive: () => world.alive, needsFence: () => world.needsFence },
    clock: () => world.now,
    ...options,
  })
  const loading = (name: string, userId = 'ann') => {
    let finish: (session?: Session | null) => void = () => {}
    let fail: (error: Error) => void = () => {}
    const load = () => {
      world.loads++
      return new Promise<Session | null>((resolve, reject) => {
        finish = (session = { userId, name }) => resolve(session)
        fail = reject
      })
    }
    const promise = cache.get(name, load)
    const end = (session?: Session | null) => (finish(session), promise)
    return { promise, end, fail: (error: Error) => fail(error) }
  }
  const fill = async (name: string, userId = 'ann') => {
    const flight = loading(name, userId)
    await Promise.resolve()
    return flight.end()
  }
  return { world, cache, loading, fill }
}

describe('a cache that bus messages invalidate', () => {
  it('answers from memory what it has loaded once', async () => {
    const { world, cache, fill } = setUp()
    const session = await fill('s1')
    expect(cache.peek('s1')).toBe(session)
    expect(await fill('s1')).toBe(session)
    expect(world.loads).toBe(1)
  })

  it('loads once for concurrent callers', async () => {
    const { world, loading } = setUp()
    const first = loading('s1')
    const second = loading('s1')
    await Promise.resolve()
    expect(await first.end()).toBe(await second.promise)
    expect(world.loads).toBe(1)
  })

  it('passes a failed load to those who waited and retries for the next caller', async () => {
    const { world, cache, loading, fill } = setUp()
    const flight = loading('s1')
    await Promise.resolve()
    flight.fail(new Error('away'))
    await expect(flight.promise).rejects.toThrow('away')
    expect(cache.peek('s1')).toBeUndefined()
    await fill('s1')
    expect(world.loads).toBe(2)
  })

  it('never caches that something was not found', async () => {
    const { world, loading, fill } = setUp()
    const flight = loading('s1')
    await Promise.resolve()
    expect(await flight.end(null)).toBeNull()
    await fill('s1')
    expect(world.loads).toBe(2)
  })

  it('serves nothing past its TTL', async () => {
    const { world, cache, fill } = setUp()
    await fill('s1')
    world.now = T0 + 59_999
    expect(cache.peek('s1')).toBeDefined()
    world.now = T0 + 60_001
    expect(cache.peek('s1')).toBeUndefined()
  })

  it('keeps no more than its maximum, and evicts the least recently used', async () => {
    const { cache, fill } = setUp()
    for (const name of ['s1', 's2', 's3']) await fill(name)
    cache.peek('s1')
    await fill('s4')
    expect(['s1', 's2', 's3', 's4'].filter((name) => cache.peek(name))).toEqual(['s1', 's3', 's4'])
  })
})

describe('an invalidation', () => {
  it('of one key removes only that one', async () => {
    const { cache, fill } = setUp()
    await fill('s1')
    await fill('s2')
    cache.invalidate('s1')
    expect(cache.peek('s1')).toBeUndefined()
    expect(cache.peek('s2')).toBeDefined()
  })

  it('of a tag removes all values with it, and the index keeps no more than the cache', async () => {
    const { cache, fill } = setUp()
    await fill('s1', 'ann')
    await fill('s2', 'ann')
    await fill('s3', 'bob')
    await fill('s4', 'bob') // s1 is evicted
    cache.invalidateTag('ann')
    expect(['s1', 's2', 's3', 's4'].filter((name) => cache.peek(name))).toEqual(['s3', 's4'])
    await fill('s2', 'bob') // now belongs to bob
    cache.invalidateTag('ann')
    expect(cache.peek('s2')).toBeDefined()
  })

  it.each([
    ['its key', (cache: InvalidatingCache<Session>) => cache.invalidate('s1')],
    ['its key, by this process', (cache: InvalidatingCache<Session>) => cache.forget('s1')],
    ['its tag', (cache: InvalidatingCache<Session>) => cache.invalidateTag('ann')],
    ['everything', (cache: InvalidatingCache<Session>) => cache.clear()],
  ])('of %s keeps a load that began earlier from being stored or joined', async (_, invalidate) => {
    const { world, cache, loading } = setUp()
    const before = loading('s1')
    await Promise.resolve()
    invalidate(cache)
    const after = loading('s1')
    await Promise.resolve()
    expect(world.loads).toBe(2)
    await before.end({ userId: 'ann', name: 'old' })
    expect(cache.peek('s1')).toBeUndefined()
    await after.end({ userId: 'ann', name: 'new' })
    expect(cache.peek('s1')?.name).toBe('new')
  })
})

describe('a transport whose messages can arrive before the commit', () => {
  it.each([
    ['the key', (cache: InvalidatingCache<Session>) => cache.invalidate('s1')],
    ['the tag', (cache: InvalidatingCache<Session>) => cache.invalidateTag('ann')],
    ['everything', (cache: InvalidatingCache<Session>) => cache.clear()],
  ])(
    'shortens the life of what is loaded in the three seconds after a message about %s',
    async (_, invalidate) => {
      const { world, cache, fill, loading } = setUp()
      world.needsFence = true
      invalidate(cache)
      world.now = T0 + 2700
      const slow = loading('s1')
      await Promise.resolve()
      world.now = T0 + 2999
      await slow.end()
      expect(cache.peek('s1')).toBeDefined()
      world.now = T0 + 2700 + 401 // counted from the start of the load
      expect(cache.peek('s1')).toBeUndefined()
      await fill('s1')
      world.now += 59_000
      expect(cache.peek('s1')).toBeDefined()
    },
  )

  it('fences only what the message was about', async () => {
    const { world, cache, fill } = setUp()
    world.needsFence = true
    cache.invalidate('s1')
    cache.invalidateTag('ann')
    cache.forget('s2')
    await fill('s2', 'bob')
    world.now = T0 + 59_000
    expect(cache.peek('s2')).toBeDefined()
  })

  it('fences everything instead of dropping a fence if there are too many', async () => {
    const { world, cache, fill } = setUp()
    world.needsFence = true
    for (let i = 0; i <= 10_000; i++) cache.invalidate(`other-${i}`)
    await fill('s1')
    world.now = T0 + 401
    expect(cache.peek('s1')).toBeUndefined()
  })
})

it('loads every time while the bus is not proven alive, and shares no load', async () => {
  const { world, cache, fill, loading } = setUp()
  await fill('s1')
  world.alive = false
  expect(cache.peek('s1')).toBeUndefined()
  const [first, second] = [loading('s1'), loading('s1')]
  await Promise.resolve()
  expect(world.loads).toBe(3)
  await Promise.all([first.end(), second.end()])
})
