import { describe, expect, it } from 'vitest'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import { serveRecipients } from '@/lib/messaging/notifications/process-batch'
import { db } from '@/lib/platform/db/database'
import type { Principal, SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { later, START } from '@/tests/kit/mail-queue'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { batchOf, HELLO, idsOf, useNotifications, users, work } from '@/tests/kit/notifications'
import { testContext } from '@/tests/kit/test-context'

const { queue } = useNotifications()
const ctx = testContext({ now: START })
const PERMISSIONS = ['notifications:send']

async function senderWithKey() {
  const sender = await liveHolderOf('notifications:send')
  const { apiKey } = await makeApiKey(sender.userId, PERMISSIONS, { ctx, expiresAt: later(900) })
  const { userId, roles, permissions } = sender
  const limitedTo = new Set(PERMISSIONS)
  const key = { kind: 'key', keyId: apiKey.id, userId, roles, permissions, limitedTo } as const
  return { sender, key }
}

/** Requests a notification and returns its ID. */
async function requested(by: Principal, to: readonly { id: string }[], sendAt?: Date) {
  const input = { ...HELLO, to: { user_ids: idsOf(to) } }
  const made = await createNotification(
    by,
    { ...input, ...(sendAt && { sendAt: sendAt.toISOString() }) },
    ctx,
  )
  if (!made.ok) throw new Error(made.code)
  return made.notification.batch_id
}

/** As an earlier version revokes it, which doesn't cancel notifications. */
const endKey = (id: string, data: object = { revokedAt: START }) =>
  db().apiKey.update({ where: { id }, data })
const messages = async () => [
  await db().inboxItem.count({ where: { kind: 'announcement' } }),
  queue.mails().length,
]

describe('a notification that was requested with an API key', () => {
  it.each<[string, string, (keyId: string) => Promise<unknown>]>([
    ['was revoked', 'api_key_ended', (id) => endKey(id)],
    ['has expired', 'api_key_ended', (id) => endKey(id, { expiresAt: later(600) })],
    ['lost the permission', 'permission_lost', (id) => endKey(id, { permissions: [] })],
    ['was deleted', 'api_key_ended', (id) => db().apiKey.delete({ where: { id } })],
  ])('is not sent if the key %s before it is due: %s', async (_, because, end) => {
    const { key } = await senderWithKey()
    const id = await requested(key, await users(1), later(600))
    await end(key.keyId)
    await work(later(600))
    expect(await batchOf(id)).toMatchObject({ status: 'failed', stoppedBecause: because })
    expect(await messages()).toEqual([0, 0])
  })

  it('is sent while the key is live', async () => {
    const { key } = await senderWithKey()
    const id = await requested(key, await users(1), later(600))
    await work(later(600))
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 1 })
    expect(await messages()).toEqual([1, 1])
  })

  it('reaches no further recipients once the key is revoked', async () => {
    const { key } = await senderWithKey()
    const id = await requested(key, await users(201))
    expect(await serveRecipients(id, START)).toBe('some_left')
    await endKey(key.keyId)
    await work()
    expect(await batchOf(id)).toMatchObject({ status: 'failed', stoppedBecause: 'api_key_ended' })
    expect(await messages()).toEqual([200, 0])
  })

  it('sends none of the emails that still wait once the key is revoked', async () => {
    const { key } = await senderWithKey()
    const id = await requested(key, await users(2))
    expect(await serveRecipients(id, START)).toBe('none_left')
    expect(await db().notificationMail.count()).toBe(2)
    await endKey(key.keyId)
    await work()
    expect(await batchOf(id)).toMatchObject({ status: 'failed', stoppedBecause: 'api_key_ended' })
    expect(await messages()).toEqual([2, 0])
    expect(await db().notificationMail.count()).toBe(0)
  })
})

describe('revoking an API key', () => {
  const revoke = async (by: SessionPrincipal, keyId: string) => {
    expect(await revokeApiKey(by, keyId, ctx)).toEqual({ ok: true })
    const where = { action: 'api_key.revoked', targetId: keyId }
    return (await db().auditRecord.findFirstOrThrow({ where })).details
  }

  it('cancels the notifications requested with it, scheduled or under way, and no others', async () => {
    const { sender, key } = await senderWithKey()
    const other = await makeApiKey(sender.userId, PERMISSIONS, { ctx })
    const readers = await users(201)
    const scheduled = await requested(key, readers, later(600))
    const underWay = await requested(key, readers)
    await serveRecipients(underWay, START)
    const kept = [
      await requested(sender, readers.slice(0, 1), later(600)),
      await requested({ ...key, keyId: other.apiKey.id }, readers.slice(0, 1), later(600)),
    ]
    expect(await revoke(sender, key.keyId)).toMatchObject({ notifications_cancelled: 2 })
    for (const id of [scheduled, underWay]) {
      expect(await batchOf(id)).toMatchObject({ status: 'cancelled', finishedAt: START })
      const where = { action: 'notification.cancelled', targetId: id, actorId: sender.userId }
      expect(await db().auditRecord.count({ where })).toBe(1)
    }
    await work()
    expect(await messages()).toEqual([200, 0])
    expect(await db().notificationMail.count()).toBe(0)
    await work(later(600))
    for (const id of kept) expect(await batchOf(id)).toMatchObject({ status: 'completed' })
  })

  it('leaves a notification that was sent as it is', async () => {
    const { sender, key } = await senderWithKey()
    const id = await requested(key, await users(1))
    await work()
    expect(await revoke(sender, key.keyId)).toMatchObject({ notifications_cancelled: 0 })
    expect(await batchOf(id)).toMatchObject({ status: 'completed' })
  })
})
