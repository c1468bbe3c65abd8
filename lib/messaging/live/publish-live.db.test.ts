import { expect, it, onTestFinished } from 'vitest'
import { publishInboxChanged, publishPatch, publishToast } from '@/lib/messaging/live/publish-live'
import { type BusMessage, encodeMessage, subscribe } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

/** PostgreSQL's limit for one notification. */
const LIMIT = 8000

function hear(): BusMessage[] {
  const heard: BusMessage[] = []
  onTestFinished(subscribe((message) => heard.push(message)))
  return heard
}
const bytes = (message: BusMessage) => Buffer.byteLength(encodeMessage(newId(), message, true))

it('publishes all inbox changes in messages within the bus limit', async () => {
  const heard = hear()
  const changes = Array.from({ length: 120 }, () => ({
    userId: newId(),
    reason: 'deleted' as const,
    itemId: newId(),
  }))
  await inTransaction((tx) => publishInboxChanged(tx, changes))
  expect(heard.flatMap((message) => ('changes' in message ? message.changes : []))).toEqual(changes)
  expect(heard).toHaveLength(3)
  expect(Math.max(...heard.map(bytes))).toBeLessThan(LIMIT)
  expect(new Set(heard.map((message) => 'id' in message && message.id)).size).toBe(3)
})

it('publishes nothing when the change is rolled back', async () => {
  const heard = hear()
  const rolledBack = inTransaction(async (tx) => {
    await publishInboxChanged(tx, [{ userId: newId(), reason: 'created', itemId: newId() }])
    await publishPatch(tx, { permission: 'users:list' }, { target: 'users', op: 'invalidate' })
    await publishToast(tx, newId(), { level: 'info', title: 'Done' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(heard).toEqual([])
})

it('replaces data too long for the bus with an invalidation', async () => {
  const heard = hear()
  const patch = { target: 'users', op: 'merge', data: { text: 'ğ'.repeat(3100) } } as const
  await inTransaction((tx) => publishPatch(tx, { userId: newId() }, patch))
  expect(heard).toMatchObject([{ type: 'ui.patch', patch: { target: 'users', op: 'invalidate' } }])
})

it('cuts any toast text to the bus limit', async () => {
  const heard = hear()
  const long = '\u0001\ud83d\ude00'.repeat(5000)
  const toast = {
    level: 'error',
    title: long,
    message: long,
    action: { label: long, href: '/dashboard' },
  } as const
  await inTransaction((tx) => publishToast(tx, newId(), toast))
  expect(heard).toHaveLength(1)
  expect(bytes(heard[0]!)).toBeLessThan(LIMIT)
})

it.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'javascript:alert(1)',
  `/${'a'.repeat(400)}`,
])('refuses a toast that links to %s', async (href) => {
  const heard = hear()
  const toast = { level: 'info', title: 'Look', action: { label: 'Go', href } } as const
  await expect(inTransaction((tx) => publishToast(tx, newId(), toast))).rejects.toThrow(TypeError)
  expect(heard).toEqual([])
})
