import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../../tests/kit/free-port.js'
import { until } from '../../../tests/kit/until.js'
import { stage, type Stage } from './gatehouse-stand-in.js'
import { KEY, WITHIN_MS } from './listening.js'

const messages = ({ errors }: Stage) => errors.map((error) => (error as Error).message)

const ADDRESS = 'the API key doesn’t allow the address of this service: create a key that does'

it.each([
  [401, 'invalid_token', 'the API key is invalid, revoked, or expired: create another one'],
  [403, 'insufficient_permission', 'the API key needs the permission users:read'],
  [403, 'address_not_allowed', ADDRESS],
])('reports why the live feed was refused, and what to do: %i %s', async (status, code, advice) => {
  const staged = await stage({ apiKey: KEY })
  staged.gatehouse.refusesFeedAs = code
  staged.gatehouse.refusesFeed = status
  await until('a report', WITHIN_MS, () => staged.errors.length > 0)
  const address = `${staged.gatehouse.url.replace('http', 'ws')}/api/v1/ws?feed=changes`
  expect(messages(staged)).toEqual([
    `can’t open the live feed at ${address}: ${advice} (status ${status})`,
  ])
})

it.each([403, 503])('gives no advice about a refusal that it does not know: %i', async (status) => {
  const staged = await stage({ apiKey: KEY })
  staged.gatehouse.refusesFeedAs = 'constructor'
  staged.gatehouse.refusesFeed = status
  await until('a report', WITHIN_MS, () => staged.errors.length > 0)
  const address = `${staged.gatehouse.url.replace('http', 'ws')}/api/v1/ws?feed=changes`
  expect(messages(staged)).toEqual([
    `can’t open the live feed at ${address}: answered with status ${status}`,
  ])
})

it('reports which request failed, where, and why', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const staged = await stage({ url })
  await staged.guard.check(staged.gatehouse.bearer())
  expect(messages(staged)).toEqual([
    `can’t read the public keys at ${url}/.well-known/jwks.json: connect ECONNREFUSED ${new URL(url).host}`,
  ])
  expect((staged.errors[0] as Error).cause).toBeInstanceOf(TypeError)
})

it('reports a request that Gatehouse does not answer in time', async () => {
  const staged = await stage({ timeoutMs: 200 })
  await staged.guard.check(staged.gatehouse.bearer({ sid: 'other' }))
  staged.gatehouse.hold = new Promise(() => undefined)
  await staged.guard.check(staged.gatehouse.bearer())
  const address = `${staged.gatehouse.url}/api/v1/auth/permissions`
  expect(messages(staged)).toEqual([`can’t read permissions at ${address}: no answer in time`])
})

it('repeats a failure at most once a minute, and reports another one at once', async () => {
  const { gatehouse, guard, clock, errors } = await stage()
  const fail = async (status: number, seconds: number) => {
    clock.advance(seconds)
    gatehouse.faults.push({ status })
    const decision = await guard.check(gatehouse.bearer({ sid: String(errors.length) }))
    expect(decision).toMatchObject({ code: 'unavailable' })
    return errors.length
  }
  expect(await fail(500, 0)).toBe(1)
  expect(await fail(500, 59)).toBe(1)
  expect(await fail(418, 0)).toBe(2)
  expect(await fail(500, 1)).toBe(3)
})

it.each([
  [
    'throws',
    () => {
      throw new Error('fault')
    },
  ],
  ['rejects', () => Promise.reject(new Error('fault'))],
])('works on if the callback for errors %s', async (_, onError) => {
  const unhandled: unknown[] = []
  const collect = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', collect)
  const staged = await stage({ onError })
  staged.gatehouse.broken = true
  expect(await staged.guard.check(staged.gatehouse.bearer())).toMatchObject({ code: 'unavailable' })
  await setImmediate()
  process.off('unhandledRejection', collect)
  expect(unhandled).toEqual([])
})
