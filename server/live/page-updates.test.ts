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

describe('while permissions are read', () => {
  /** Ann's are read until `answer`, and Bob has an open page, after hers. */
  function reading() {
    const revs: Record<string, number[]> = { ann: [], bob: [] }
    const opened = (userId: string, page = userId) =>
      ({
        caller: { userId },
        send: (_: string, { rev }: { rev: number }) => revs[page]!.push(rev),
      }) as unknown as LiveSocket
    const open = { ann: [opened('ann')], bob: [opened('bob')] }
    let answer!: () => void
    const read = new Promise<Access>((done) => (answer = () => done(READER)))
    const peek = (userId: string) => (userId === 'ann' ? undefined : READER)
    const held = {
      usersAt: () => Object.keys(open),
      of: (userId: 'ann' | 'bob') => [...open[userId]],
    } as unknown as Connections
    return { here: new PageUpdates(held, { peek, find: () => read }), answer, open, opened, revs }
  }

  it('a page that connects gets a change once', async () => {
    const { here, answer, open, opened, revs } = reading()
    here.patch(READERS, LIST)
    await settled()
    revs.second = []
    open.bob.push(opened('bob', 'second'))
    here.catchUp(open.bob[1]!, ago(1))
    expect(revs).toMatchObject({ bob: [], second: [expect.any(Number)] })
    answer()
    await settled()
    expect(revs).toEqual({ ann: revs.second, bob: revs.second, second: [expect.any(Number)] })
  })

  it('a page that then reloads everything is sent no older revision', async () => {
    const { here, answer, revs } = reading()
    here.patch(READERS, LIST)
    await settled()
    here.invalidateAll()
    answer()
    await settled()
    for (const page of ['ann', 'bob']) {
      expect(revs[page]).toHaveLength(2)
      expect(revs[page]![1]).toBeGreaterThan(revs[page]![0]!)
    }
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

  it('reloads everything if messages may have been missed since it was rendered', async () => {
    const here = pages()
    here.invalidateAll()
    await settled()
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
