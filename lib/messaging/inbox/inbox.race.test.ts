import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import {
  deleteInboxItem,
  findUnreadCount,
  markInboxItemRead,
  markInboxRead,
} from '@/lib/messaging/inbox/inbox'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(() => void loadSettings({}))

const ctx = testContext()

async function filledInbox(count: number) {
  const { id: userId } = await insertUser()
  const items = Array.from({ length: count }, () => ({ userId, kind: 'note', title: 'Hello' }))
  const ids = await inTransaction((tx) => createInboxItems(tx, items, ctx.now))
  const heard: string[] = []
  const keep = (message: BusMessage) =>
    message.type === 'inbox.changed' && heard.push(...message.changes.map(({ reason }) => reason))
  onTestFinished(subscribe(keep))
  const principal = {
    userId,
    sessionId: newId(),
    generation: 1,
    authTime: ctx.now,
    kind: 'session' as const,
    impersonator: null,
    limitedTo: null,
    roles: [],
    permissions: new Set<string>(),
  }
  return { principal, ids, heard }
}

it('marks an item as read and publishes it once under 20 concurrent requests', async () => {
  const { principal, ids, heard } = await filledInbox(1)
  const answers = await twenty(() => markInboxItemRead(principal, ids[0]!, ctx))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(heard).toEqual(['read'])
})

it('deletes an item once under 20 concurrent requests; the others get not found', async () => {
  const { principal, ids, heard } = await filledInbox(1)
  const answers = await twenty(() => deleteInboxItem(principal, ids[0]!))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(heard).toEqual(['deleted'])
})

it('counts each item once when marked read individually and all together, 20 times at once', async () => {
  const { principal, ids, heard } = await filledInbox(30)
  const [answers] = await Promise.all([
    twenty(() => markInboxRead(principal, ctx)),
    Promise.all(ids.slice(0, 10).map((id) => markInboxItemRead(principal, id, ctx))),
  ])
  const readAtOnce = answers.reduce((sum, answer) => sum + (answer.ok ? answer.read : 0), 0)
  const wholes = answers.filter((answer) => answer.ok && answer.read > 0).length
  expect(readAtOnce + (heard.length - wholes)).toBe(30)
  expect(await findUnreadCount(principal.userId)).toBe(0)
})
