import { type AuditEntry, findAuditAction } from '@/lib/audit/audit-actions'
import { insertAuditRecords } from '@/lib/audit/audit.store'
import type { Db } from '@/lib/platform/db/database'
import { whenCommitted } from '@/lib/platform/db/transaction'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'
import { countOnCommit } from '@/lib/platform/metrics/record-metric'
import type { AuditContext } from '@/lib/platform/request-context'

/** Writes an audit record, in the transaction of the action if `db` is one. */
export function recordAudit(db: Db, ctx: AuditContext, entry: AuditEntry): Promise<void> {
  return recordAudits(db, ctx, [entry])
}

/**
 * How many of the things that one action ends get a record of their own. However much an intruder
 * began, ending their access must not take longer than a transaction may, and a record takes up to
 * a millisecond. The record of the action has the number of all, or each of theirs (`totalEnded`).
 */
export const MOST_ENDED_RECORDED = 200

/** For the details of their records: how many ended together, if not each one gets a record. */
export function totalEnded({ length }: readonly unknown[]): { total_ended?: number } {
  return length > MOST_ENDED_RECORDED ? { total_ended: length } : {}
}

/**
 * Writes audit records for several actions at the same time. `id`: if it was announced elsewhere.
 * `onBehalfOf`: the user as whom this actor acted, if that differs among them.
 */
export async function recordAudits(
  db: Db,
  ctx: AuditContext,
  entries: readonly (AuditEntry & { id?: string; onBehalfOf?: string })[],
): Promise<void> {
  await insertAuditRecords(
    db,
    entries.map(({ id, action, outcome, actorId, targetId, details, onBehalfOf }) => ({
      ...(id && { id }),
      occurredAt: ctx.now,
      ip: ctx.ip,
      userAgent: ctx.userAgent?.slice(0, 512) ?? null,
      requestId: ctx.requestId,
      action,
      outcome,
      actorId: actorOf(ctx, actorId),
      targetType: findAuditAction(action)!.target,
      targetId,
      details: {
        surface: ctx.surface,
        ...(ctx.apiKeyId && { api_key_id: ctx.apiKeyId }),
        ...(ctx.impersonation && { on_behalf_of: ctx.impersonation.userId }),
        ...(onBehalfOf && { on_behalf_of: onBehalfOf }),
        ...details,
      },
    })),
  )
  for (const { action, details = {} } of entries) {
    const { counts, webhook } = findAuditAction(action)!
    const event = counts?.(details, ctx.surface)
    if (event) countOnCommit(db, event)
    // A trigger queues the event; this only saves the wait for the next poll.
    if (webhook) whenCommitted(db, () => wakeWorkers('webhooks'))
  }
}

/** Who acts as another user is the actor of what that user is recorded to do. */
function actorOf(
  { impersonation }: AuditContext,
  actorId: string | null | undefined,
): string | null | undefined {
  return impersonation && actorId === impersonation.userId ? impersonation.actorId : actorId
}
