import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BusMessage } from '@/lib/platform/bus/bus'
import type { Connections } from '@/server/live/connections'
import { ChangeHints, type PageUpdates } from '@/server/live/page-updates'

const patch = vi.fn<PageUpdates['patch']>()
/** Only Ann has an open page. */
const connections = { has: (userId: string) => userId === 'ann' } as unknown as Connections
const hints = () => new ChangeHints(connections, { patch } as unknown as PageUpdates)
const changed = (userId: string): BusMessage => ({ type: 'user.changed', userId })
/** Who was notified, and of what. */
const published = () =>
  patch.mock.calls.map(([audience, { target, op }]) => [
    Object.values(audience)[0],
    `${op} ${target}`,
  ])
const READERS = ['users:list', 'users:read']
/** Those who see user lists, or registrations that wait for approval. */
const USER_READERS = [...READERS, 'users:activate']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  patch.mockClear()
})

it('tells readers of users, and those who decide registrations, which users changed, with simultaneous changes merged', () => {
  const here = hints()
  for (const user of ['ann', 'bob', 'ann']) here.take(changed(user), false)
  vi.advanceTimersByTime(9000)
  expect(published()).toEqual([
    [USER_READERS, 'invalidate users/ann'],
    [USER_READERS, 'invalidate users/bob'],
  ])
})

it('reports changes to many users as a change of the list', () => {
  const here = hints()
  for (let n = 0; n < 1000; n++) here.take(changed(`user ${n}`), false)
  vi.advanceTimersByTime(9000)
  expect(published()).toEqual([[USER_READERS, 'invalidate users']])
})

it('tells an owner with an open page, and readers of users, that the sessions changed', () => {
  const here = hints()
  here.take({ type: 'session.revoked', sessionId: 's', userId: 'ann' }, false)
  here.take({ type: 'user.sessions_revoked', userId: 'bob' }, false)
  vi.advanceTimersByTime(9000)
  expect(published()).toEqual([
    [READERS, 'invalidate user-sessions/ann'],
    [READERS, 'invalidate user-sessions/bob'],
    ['ann', 'invalidate sessions'],
  ])
})

it('tells role managers, and pages that show role names, that roles changed', () => {
  hints().take({ type: 'rbac.changed' }, false)
  vi.advanceTimersByTime(9000)
  expect(published()).toEqual([
    [['rbac:manage'], 'invalidate roles'],
    [USER_READERS, 'invalidate users'],
  ])
})

it('does not let pages read uncommitted changes, and merges two copies of a message', () => {
  const here = hints()
  here.take(changed('ann'), true)
  vi.advanceTimersByTime(3000)
  expect(published()).toEqual([])
  here.take(changed('ann'), false)
  vi.advanceTimersByTime(9000)
  expect(published()).toHaveLength(1)
})

it('notifies after any commit must have ended if the sender crashed before the definitive copy', () => {
  hints().take(changed('ann'), true)
  vi.advanceTimersByTime(9000)
  expect(published()).toEqual([[USER_READERS, 'invalidate users/ann']])
})
