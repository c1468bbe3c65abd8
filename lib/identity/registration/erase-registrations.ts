import { deletePending, deleteUnconfirmed } from '@/lib/accounts/registration.store'
import { insertErasures } from '@/lib/audit/audit-erasure.store'
import { recordAudits } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { AuditContext } from '@/lib/platform/request-context'

interface Replacement {
  /** Who gives the address to another account; null if it is no user. */
  actorId: string | null
}

/**
 * Erases the unconfirmed registrations of these addresses, so that another account can have them.
 */
export async function replaceUnconfirmed(
  tx: Tx,
  { emails, actorId }: Replacement & { emails: readonly string[] },
  ctx: AuditContext,
): Promise<void> {
  await reportReplaced(tx, await deleteUnconfirmed(tx, emails), actorId, ctx)
}

/** The same for a registration that `tx` has locked, whatever roles it has. */
export async function replaceLocked(
  tx: Tx,
  { userId, actorId }: Replacement & { userId: string },
  ctx: AuditContext,
): Promise<void> {
  await deletePending(tx, userId)
  await reportReplaced(tx, [userId], actorId, ctx)
}

async function reportReplaced(
  tx: Tx,
  userIds: readonly string[],
  actorId: string | null,
  ctx: AuditContext,
): Promise<void> {
  await reportErased(tx, { userIds, actorId, reason: 'replaced' }, ctx)
  for (const userId of userIds) await publish(tx, { type: 'user.changed', userId })
}

/**
 * Reports deleted registrations as erased, because they were announced as created, and has the
 * audit records by and about them erased.
 */
export async function reportErased(
  db: Db,
  by: Replacement & { userIds: readonly string[]; reason: 'replaced' | 'unconfirmed' },
  ctx: AuditContext,
): Promise<void> {
  const { userIds, actorId, reason } = by
  if (userIds.length === 0) return
  await insertErasures(db, userIds, ctx.now)
  const record = { action: 'user.erased', outcome: 'ok', actorId, details: { reason } } as const
  await recordAudits(
    db,
    ctx,
    userIds.map((targetId) => ({ ...record, targetId })),
  )
}
