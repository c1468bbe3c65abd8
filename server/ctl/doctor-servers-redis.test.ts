import { createClient } from 'redis'
import { beforeEach, expect, it } from 'vitest'
import { freePort } from '@/tests/kit/free-port'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'
import { useSettings } from '@/tests/kit/test-settings'
import { checkRedis } from '@/server/ctl/doctor-servers'

const check = (url: string) => checkRedis(useSettings({ REDIS_URL: url }))
const unusable = (reason: string) => ({
  state: 'failed',
  message: expect.stringMatching(new RegExp(`^REDIS_URL: .*${reason}`)) as string,
})

describeWithOwnRedis('the doctor', (redis) => {
  beforeEach(async () => {
    await redis.kill()
    await redis.start()
  })

  it('finds a Redis that works', async () => {
    expect(await check(redis.url)).toMatchObject({ state: 'ok' })
  })

  it('finds a Redis that is not configured to be no fault', async () => {
    expect(await check('')).toMatchObject({ state: 'skipped' })
  })

  it('finds a Redis that is away', async () => {
    await redis.kill()
    expect(await check(redis.url)).toMatchObject(unusable('ECONNREFUSED'))
    expect(await check(`redis://127.0.0.1:${await freePort()}`)).toMatchObject(
      unusable('ECONNREFUSED'),
    )
  })

  it('finds a Redis that hangs, instead of waiting for it', async () => {
    redis.freeze()
    try {
      expect(await check(redis.url)).toMatchObject(unusable('no answer within 5 seconds'))
    } finally {
      redis.thaw()
    }
  })

  /** Creates the user `app` with the password `hush-hush`. */
  async function addUser(rules: string) {
    const client = await createClient({ url: redis.url }).connect()
    const all = ['reset', 'on', '>hush-hush', '~*', ...rules.split(' ')]
    await client.sendCommand(['ACL', 'SETUSER', 'app', ...all])
    client.destroy()
    return redis.url.replace('//', '//app:hush-hush@')
  }

  it('finds a password that is wrong, and never prints it', async () => {
    const url = await addUser('&* +@all')
    const { state, message } = await check(url.replace('hush-hush', 'hush-hash'))
    expect({ state, message }).toMatchObject(unusable('WRONGPASS'))
    expect(message).not.toContain('hush')
  })

  it.each([
    ['publish', '&* +@all -publish'],
    ['use the channels of the bus', 'resetchannels &other:* +@all'],
    ['run scripts', '&* +@all -@scripting'],
  ])('finds a user who may not %s', async (_what, rules) => {
    expect(await check(await addUser(rules))).toMatchObject(unusable('NOPERM'))
  })

  it('accepts a user who may use only the channels of the bus', async () => {
    const url = await addUser('resetchannels &gatehouse:0:bus* +@all')
    expect(await check(url)).toMatchObject({ state: 'ok' })
  })
})
