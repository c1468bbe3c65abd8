import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import {
  closeBus,
  deliver,
  inProcessTransport,
  isBusAlive,
  publish,
  subscribe,
  subscribeToSettings,
  useTransport,
  type BusMessage,
} from '@/lib/platform/bus/bus'
import { countGap } from '@/lib/platform/bus/bus-gap.store'
import { db } from '@/lib/platform/db/database'
import { afterCommit, inTransaction } from '@/lib/platform/db/transaction'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const changed: BusMessage = { type: 'user.changed', userId: 'ann' }

/** Records, in order, the calls of the transport and of the listeners. */
function record(): string[] {
  const events: string[] = []
  useTransport({
    needsFence: true,
    isAlive: () => false,
    lagMs: () => null,
    publishBeforeCommit: async () => void events.push('before'),
    publishAfterCommit: async () => void events.push('after'),
    close: async () => void events.push('closed'),
  })
  onTestFinished(subscribe(() => events.push('heard')))
  return events
}

afterEach(closeBus)

it('passes a message to the transport before and after the commit, and delivers it here after the commit', async () => {
  const events = record()
  await inTransaction(async (tx) => {
    await publish(tx, changed)
    events.push('work')
    afterCommit(tx, () => void events.push('later'))
  })
  expect(events).toEqual(['work', 'before', 'heard', 'after', 'later'])
})

it('announces the changes of a transaction together, because its rows are locked meanwhile', async () => {
  const announced: (readonly BusMessage[])[] = []
  useTransport({
    ...inProcessTransport,
    publishBeforeCommit: async (_tx, messages) => void announced.push(messages),
  })
  const users: BusMessage[] = ['ann', 'bob'].map((userId) => ({ type: 'user.changed', userId }))
  await inTransaction(async (tx) => {
    for (const message of users) await publish(tx, message)
  })
  await inTransaction((tx) => publish(tx, changed))
  expect(announced).toEqual([users, [changed]])
})

it('delivers nothing if the transaction is rolled back', async () => {
  const events = record()
  const rolledBack = inTransaction(async (tx) => {
    await publish(tx, changed)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(events).toEqual([])
})

it('delivers if the commit failed, now and a little later, because the change may have been made', async () => {
  await db().$executeRawUnsafe(`
    CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no commit'; END $$`)
  await db().$executeRawUnsafe(`
    CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON bus_gap DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_commit()`)
  const events = record()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const failing = inTransaction(async (tx) => {
    await publish(tx, changed)
    await countGap(tx)
  })
  await expect(failing).rejects.toThrow('no commit')
  expect(events).toEqual(['before', 'heard'])
  vi.advanceTimersByTime(3000)
  expect(events).toEqual(['before', 'heard', 'heard'])
})

it('reaches every listener even if one of them fails', async () => {
  onTestFinished(
    subscribe(() => {
      throw new Error('a listener fails')
    }),
  )
  const events = record()
  await inTransaction((tx) => publish(tx, changed))
  expect(events).toContain('heard')
})

it('works alone and is alive after the transport was closed', async () => {
  const events = record()
  expect(isBusAlive()).toBe(false)
  await closeBus()
  expect(isBusAlive()).toBe(true)
  expect(events).toEqual(['closed'])
})

it('reads stored settings again after a change that was announced early, whose sender may have died', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let reloads = 0
  const unsubscribe = subscribeToSettings(() => void (reloads += 1))
  deliver({ type: 'settings.changed' }, true)
  deliver(changed, true)
  expect(reloads).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(reloads).toBe(2)
  deliver({ type: 'settings.changed' }, true)
  unsubscribe()
  vi.advanceTimersByTime(10_000)
  expect(reloads).toBe(3)
})
