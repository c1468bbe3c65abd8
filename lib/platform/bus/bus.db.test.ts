import { afterEach, expect, it, onTestFinished } from 'vitest'
import {
  closeBus,
  isBusAlive,
  publish,
  subscribe,
  useTransport,
  type BusMessage,
} from '@/lib/platform/bus/bus'
import { afterCommit, inTransaction } from '@/lib/platform/db/transaction'
import { useTestDatabase } from '@/lib/testing/test-database'

useTestDatabase()

const changed: BusMessage = { type: 'user.changed', userId: 'ann' }

/** Writes down, in order, what the transport is asked to do and what the listeners hear. */
function record(): string[] {
  const events: string[] = []
  useTransport({
    needsHold: true,
    isAlive: () => false,
    publishInTransaction: async () => void events.push('in'),
    publishBeforeCommit: async () => void events.push('before'),
    publishAfterCommit: async () => void events.push('after'),
    close: async () => void events.push('closed'),
  })
  onTestFinished(subscribe(() => events.push('heard')))
  return events
}

afterEach(closeBus)

it('hands a message to the transport in, before and after the transaction, and is heard here once it committed', async () => {
  const events = record()
  await inTransaction(async (tx) => {
    await publish(tx, changed)
    events.push('work')
    afterCommit(tx, () => void events.push('later'))
  })
  expect(events).toEqual(['in', 'work', 'before', 'heard', 'after', 'later'])
})

it('is heard by nobody when the transaction is rolled back', async () => {
  const events = record()
  const rolledBack = inTransaction(async (tx) => {
    await publish(tx, changed)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(events).toEqual(['in'])
})

it('reaches every listener although one of them fails', async () => {
  onTestFinished(
    subscribe(() => {
      throw new Error('a listener fails')
    }),
  )
  const events = record()
  await inTransaction((tx) => publish(tx, changed))
  expect(events).toContain('heard')
})

it('is alone and alive after the transport was closed', async () => {
  const events = record()
  expect(isBusAlive()).toBe(false)
  await closeBus()
  expect(isBusAlive()).toBe(true)
  expect(events).toEqual(['closed'])
})
