import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/**
 * Begins an import, the invitations of another, a bulk action, and a notification. The result
 * reads how far they are.
 */
export async function beginWork(actorId: string, now: Date) {
  const [imported, inviting, bulk, batch] = [newId(), newId(), newId(), newId()]
  const at = { createdAt: now, updatedAt: now }
  const file = { dryRun: false, format: 'csv', total: 9, actorId, request: {}, ...at }
  const running = { ...file, startedAt: now, status: 'running' } as const
  await db().userImport.create({ data: { ...running, id: imported } })
  const older = { ...file, createdAt: addSeconds(now, -86_400), status: 'completed' } as const
  await db().userImport.create({ data: { ...older, id: inviting } })
  await db().userImportInvitations.create({
    data: { importId: inviting, actorId, request: {}, requestedAt: now, updatedAt: now },
  })
  const action = { kind: 'deactivate', roleIds: [], roleNames: [], actorId, request: {}, ...at }
  await db().bulkAction.create({ data: { ...action, startedAt: now, id: bulk, status: 'queued' } })
  const notification = { audience: 'all', channels: ['inbox'], title: 'Hi', body: 'Hi', ...at }
  const sendAt = addSeconds(now, 86_400)
  const sending = { personal: false, sendAt, total: 1, createdById: actorId }
  await db().notificationBatch.create({
    data: {
      ...{ ...notification, ...sending, id: batch, status: 'scheduled' },
      requestHash: new Uint8Array(32),
    },
  })
  return async () => [
    (await db().userImport.findUniqueOrThrow({ where: { id: imported } })).status,
    (await db().userImportInvitations.findUniqueOrThrow({ where: { importId: inviting } })).endedAt,
    (await db().bulkAction.findUniqueOrThrow({ where: { id: bulk } })).status,
    (await db().notificationBatch.findUniqueOrThrow({ where: { id: batch } })).status,
  ]
}

/** What `beginWork` begins, before it ends. */
export const UNDER_WAY = ['running', null, 'queued', 'scheduled']
