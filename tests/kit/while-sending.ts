import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'

/**
 * Runs `during` while the job that sends a notification of a user holds it, which reaches them,
 * too. `apiKeyId`: the key that it was requested with. The user created it `at`.
 */
export async function whileSending<T>(
  { userId, at, apiKeyId = null }: { userId: string; at: Date; apiKeyId?: string | null },
  during: () => Promise<T>,
): Promise<T> {
  const id = newId()
  const text = { audience: 'all', channels: ['inbox'], title: 'Hi', body: 'Hi', personal: false }
  const times = { createdAt: at, updatedAt: at, sendAt: at }
  const sent = { total: 1, createdById: userId, apiKeyId, requestHash: new Uint8Array(32) }
  await db().notificationBatch.create({
    data: { ...text, ...times, ...sent, id, status: 'running' },
  })
  return inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM notification_batches WHERE id = ${id}::uuid FOR UPDATE`
    const result = await during()
    const item = { id: newId(), userId, kind: 'announcement', title: 'Hi', body: 'Hi', href: null }
    await createInboxItems(tx, [item], at)
    return result
  })
}

/** The states of the notifications that a user created. */
export const statesOf = async (createdById: string) =>
  (await db().notificationBatch.findMany({ where: { createdById } })).map(({ status }) => status)
