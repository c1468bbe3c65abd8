import { createNotification } from '@/lib/messaging/notifications/create-notification'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Outcome, RefusedError } from '@/lib/platform/problems'
import type { Principal, RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { runBulkAction } from '@/lib/users/bulk/run-bulk-action'
import { inviteImported } from '@/lib/users/import/invite-imported'
import { runImport } from '@/lib/users/import/run-import'
import { startImport } from '@/lib/users/import/start-import'

/** The permissions needed to start work of each kind. */
export const WORKING = ['users:activate', 'users:list', 'notifications:send'] as const

const fileOf = (dryRun: boolean) => ({
  format: 'csv' as const,
  bytes: Buffer.from(`email\r\n${newId()}@import.example\r\n`),
  dryRun,
})

/** Uploads a file of one user. */
export async function upload(
  actor: SessionPrincipal,
  ctx: RequestContext,
  dryRun = false,
): Promise<Outcome<{ import: { id: string } }>> {
  const result = await startImport(actor, fileOf(dryRun), ctx)
  if (!result.ok && 'fault' in result) throw new RefusedError(result)
  return result
}

/** A finished import of that user. */
async function finished(
  actorId: string,
  { now }: RequestContext,
  more: { dryRun: boolean; rowsKeptUntil?: Date; withoutPassword?: number },
): Promise<string> {
  const id = newId()
  const at = { createdAt: now, updatedAt: now, finishedAt: now }
  const file = { format: 'csv', total: 1, actorId, request: {}, status: 'completed' as const }
  await db().userImport.create({ data: { id, ...file, ...at, ...more } })
  return id
}

/** The draft of a bulk action for one user. */
export async function draftFor(actor: SessionPrincipal, ctx: RequestContext): Promise<string> {
  const { id } = await insertUser()
  const request = { kind: 'deactivate', selection: { userIds: [id] }, roles: [] } as const
  const drafted = await draftBulkAction(actor, request, ctx)
  if (!drafted.ok) throw new Error(drafted.code)
  return drafted.bulk.id
}

/** Schedules a notification for the day after. */
export function schedule(actor: Principal, ctx: RequestContext) {
  const sendAt = new Date(ctx.now.getTime() + 86_400_000).toISOString()
  const input = {
    to: { all: true as const },
    channels: ['inbox' as const],
    title: 'Hi',
    body: 'Hi',
  }
  return createNotification(actor, { ...input, sendAt }, ctx)
}

/** Work of each kind that goes on without a session: prepares it, and returns how to start it. */
export const WORK: Record<
  string,
  (actor: SessionPrincipal, ctx: RequestContext) => Promise<() => Promise<Outcome<object>>>
> = {
  'an import': async (actor, ctx) => () => upload(actor, ctx),
  'the import of a dry run': async (actor, ctx) => {
    const rowsKeptUntil = new Date(ctx.now.getTime() + 86_400_000)
    const importId = await finished(actor.userId, ctx, { dryRun: true, rowsKeptUntil })
    const row = { row: 1, email: `${newId()}@import.example`, data: {} }
    await db().userImportRow.create({ data: { importId, ...row } })
    return () => runImport(actor, importId, ctx)
  },
  'the invitations of an import': async (actor, ctx) => {
    const id = await finished(actor.userId, ctx, { dryRun: false, withoutPassword: 1 })
    return () => inviteImported(actor, id, ctx)
  },
  'a bulk action': async (actor, ctx) => {
    const id = await draftFor(actor, ctx)
    return () => runBulkAction(actor, id, ctx)
  },
  'a notification': async (actor, ctx) => () => schedule(actor, ctx),
}

/** How much work of that user goes on. */
export async function workOf(actorId: string): Promise<number> {
  const status = { in: ['queued' as const, 'running' as const] }
  return (
    (await db().userImport.count({
      where: { actorId, status: { in: [...status.in, 'receiving'] } },
    })) +
    (await db().userImportInvitations.count({ where: { actorId, endedAt: null } })) +
    (await db().bulkAction.count({ where: { actorId, status } })) +
    (await db().notificationBatch.count({
      where: { createdById: actorId, status: { in: ['scheduled', 'running'] } },
    }))
  )
}
