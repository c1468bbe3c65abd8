import { expect, it } from 'vitest'
import { until } from '../../../tests/kit/until.js'
import {
  arrived,
  askedAgain,
  decides,
  KEY,
  listening,
  READ,
  REFUSED,
  WITHIN_MS,
} from './listening.js'

it('opens the feed with its key, in the header', async () => {
  const { gatehouse } = await listening()
  expect(gatehouse.asked[0]).toBe('/api/v1/ws?feed=changes')
  expect(gatehouse.feedKeys).toEqual([`Bearer ${KEY}`])
})

it('refuses a session as soon as the feed says that it ended', async () => {
  const staged = await listening()
  const asked = staged.gatehouse.permissionRequests
  staged.gatehouse.say('session.revoked', { user_id: 'user-1', session_id: 'session-1' })
  await decides(staged, { ok: false, code: 'session_revoked' })
  expect(staged.gatehouse.permissionRequests).toBe(asked)
})

it.each([
  ['permissions.updated', { user_id: 'user-1' }],
  ['permissions.updated', { user_id: null }],
  ['user.sessions_revoked', { user_id: 'user-1' }],
  ['session.revoked', { user_id: 'user-1', session_id: null }],
])('asks again after %s %j', async (event, data) => {
  const staged = await listening()
  staged.gatehouse.permissions = []
  staged.gatehouse.say(event, data)
  await decides(staged, REFUSED)
})

it('does not ask again after an event about another user', async () => {
  const staged = await listening()
  const { gatehouse, guard, bearer } = staged
  const asked = askedAgain(gatehouse)
  gatehouse.say('permissions.updated', { user_id: 'user-2' })
  gatehouse.say('session.revoked', { user_id: 'user-2', session_id: 'session-2' })
  await arrived(staged)
  await guard.check(bearer, READ)
  expect(askedAgain(gatehouse)).toBe(asked)
})

it('asks only every five minutes while the feed proves that nothing changed', async () => {
  const staged = await listening()
  const { gatehouse, guard, clock, bearer } = staged
  const asked = askedAgain(gatehouse)
  for (let n = 0; n < 11; n++) {
    clock.advance(25)
    gatehouse.say('feed.alive')
    await arrived(staged)
    expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  }
  expect(askedAgain(gatehouse)).toBe(asked)
  clock.advance(30)
  await guard.check(bearer, READ)
  expect(askedAgain(gatehouse)).toBe(asked + 1)
})

it('refuses within 30 seconds of losing the feed and Gatehouse', async () => {
  const { gatehouse, guard, clock, bearer } = await listening()
  gatehouse.broken = true
  clock.advance(30)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  clock.advance(1)
  expect(await guard.check(bearer, READ)).toEqual({ ok: false, code: 'unavailable' })
})

it('does not trust a feed that is open but not proven alive', async () => {
  const staged = await listening()
  const { gatehouse, guard, clock, bearer } = staged
  const asked = askedAgain(gatehouse)
  clock.advance(31)
  gatehouse.say('permissions.updated', { user_id: 'user-2' })
  await arrived(staged)
  await guard.check(bearer, READ)
  expect(askedAgain(gatehouse)).toBe(asked + 1)
})

it('opens the feed again when it is cut, and asks what it missed', async () => {
  const staged = await listening()
  const { gatehouse } = staged
  for (const socket of gatehouse.sockets) socket.terminate()
  gatehouse.permissions = []
  await until('the feed is open again', WITHIN_MS, () => gatehouse.feedKeys.length === 2)
  await decides(staged, REFUSED)
})

it('ignores frames that it does not know or can’t read', async () => {
  const staged = await listening()
  for (const socket of staged.gatehouse.sockets) {
    socket.send('not JSON')
    socket.send('null')
    socket.send('{"event":1,"data":{}}')
    socket.send('{"event":"session.revoked","data":null}')
    socket.send(Buffer.from([0, 1, 2]))
  }
  staged.gatehouse.say('inbox.updated', { user_id: 'user-1' })
  staged.gatehouse.say('session.revoked', { session_id: 'session-1' })
  await decides(staged, { code: 'session_revoked' })
  expect(staged.gatehouse.feedKeys).toHaveLength(1)
})

it('keeps no answer that Gatehouse gave before a change', async () => {
  const staged = await listening()
  const { gatehouse, guard, clock, bearer } = staged
  let release = () => {}
  gatehouse.hold = new Promise<void>((resolve) => (release = resolve))
  clock.advance(31)
  const asked = askedAgain(gatehouse)
  const decision = guard.check(bearer, READ)
  await until('Gatehouse is asked', WITHIN_MS, () => askedAgain(gatehouse) > asked)
  gatehouse.permissions = []
  gatehouse.hold = Promise.resolve()
  gatehouse.say('permissions.updated', { user_id: 'user-1' })
  await arrived(staged)
  release()
  expect(await decision).toEqual(REFUSED)
})

it('trusts answers right after a change only briefly, as another instance may lag', async () => {
  const staged = await listening()
  const { gatehouse, guard, clock, bearer } = staged
  const asked = gatehouse.permissionRequests
  gatehouse.say('permissions.updated', { user_id: 'user-1' })
  await until('Gatehouse is asked again', WITHIN_MS, async () => {
    await guard.check(bearer, READ)
    return gatehouse.permissionRequests > asked
  })
  // The instance that answered had not heard of the change yet.
  gatehouse.permissions = []
  clock.advance(0.6)
  expect(await guard.check(bearer, READ)).toEqual(REFUSED)
})
