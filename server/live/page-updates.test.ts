import { beforeEach, describe, expect, it } from 'vitest'
import type { Access } from '@/lib/access/find-access'
import type { Connections } from '@/server/live/connections'
import type { LiveSocket } from '@/server/live/live-socket'
import { PageUpdates } from '@/server/live/page-updates'

const USERS = ['ann', 'bob', 'cem']
const READER = { status: 'active', permissions: new Set(['users:list']) } as unknown as Access
const LIST = { target: 'users', op: 'invalidate' } as const
const READERS = { permission: 'users:list' } as const

/** What each user's page was sent. */
const sent: Record<string, string[]> = {}
const socketOf = (userId: string) =>
  ({
    caller: { userId },
    send: (_: string, { target }: { target: string }) => sent[userId]!.push(target),
  }) as unknown as LiveSocket
const connections = {
  usersAt: () => USERS,
  of: (userId: string) => [socketOf(userId)],
} as unknown as Connections

/** Pages whose permissions are known, except those of these users, which cannot be read. */
function pages(unreadable: string[] = []) {
  return new PageUpdates(connections, {
    peek: (userId) => (unreadable.includes(userId) ? undefined : READER),
    find: () => Promise.reject(new Error('the database is slow')),
  })
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const ago = (seconds: number) => Date.now() - seconds * 1000

beforeEach(() => {
  for (const userId of USERS) sent[userId] = []
})

describe('a change', () => {
  it('reaches the other users if the permissions of one cannot be read; that page reloads everything', async () => {
    pages(['ann']).patch(READERS, LIST)
    await settled()
    expect(sent).toEqual({ ann: ['*'], bob: ['users'], cem: ['users'] })
  })
})

describe('a page that connects', () => {
  it('gets the changes since it was rendered, and only those', async () => {
    const here = pages()
    here.patch(READERS, { ...LIST, target: 'roles' }, ago(20))
    here.patch(READERS, LIST, ago(5))
    await settled()
    sent.ann = []
    here.catchUp(socketOf('ann'), ago(10))
    here.catchUp(socketOf('ann'), ago(1))
    expect(sent.ann).toEqual(['users'])
  })

  it('reloads everything if messages may have been missed since it was rendered', () => {
    const here = pages()
    here.invalidateAll()
    sent.ann = []
    here.catchUp(socketOf('ann'), ago(1))
    here.catchUp(socketOf('bob'), Date.now() + 1)
    expect(sent).toMatchObject({ ann: ['*'], bob: ['*'] })
    expect(sent.bob).toHaveLength(1)
  })

  it.each([
    ['happened too long ago', () => [ago(31), ago(1)]],
    ['were too many', () => Array.from({ length: 201 }, (_, n) => ago(5) + n)],
  ])('reloads everything if the changes since it was rendered %s to be kept', async (_, times) => {
    const here = pages()
    for (const at of times()) here.patch({ userId: 'bob' }, LIST, at)
    await settled()
    sent.ann = []
    here.catchUp(socketOf('ann'), ago(60))
    here.catchUp(socketOf('ann'), Date.now())
    expect(sent.ann).toEqual(['*'])
  })
})
