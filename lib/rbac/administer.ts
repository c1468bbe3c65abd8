import { recordAudit, type AuditEntry } from '@/lib/audit/record-audit'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { RefusedError, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { lockCatalog } from '@/lib/rbac/catalog.store'
import { refuseUnlessHolding } from '@/lib/rbac/may-act-on'
import type { PermissionName } from '@/lib/rbac/permission-catalog'

/** Who does what, for the audit record of a refusal. */
export interface AdministrativeAct {
  actor: Actor
  /** What the act needs. Asked again under the lock: it may have been taken since the request was let in. */
  permission: PermissionName
  audit: Omit<AuditEntry, 'outcome' | 'actorId'>
}

/**
 * Runs one administrative write on users, roles or grants: in one transaction that holds the catalog lock, so that the rules
 * about escalation and the last administrator are decided on what is true. A refusal, returned or thrown (RefusedError), undoes
 * everything and is recorded; success is for `work` to record, in the transaction. Waits at most a statement's time for the
 * lock, then throws what becomes `unavailable`.
 */
export async function administer<T extends object>(
  ctx: RequestContext,
  { actor, permission, audit }: AdministrativeAct,
  work: (tx: Tx) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(async (tx) => {
      await lockCatalog(tx)
      const result = (await refuseUnlessHolding(tx, actor, permission)) ?? (await work(tx))
      if (!result.ok) throw new RefusedError(result)
      return result
    })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return recorded(error.refusal)
  }

  async function recorded(refusal: Refusal): Promise<Refusal> {
    const details = { ...audit.details, reason: refusal.code }
    await recordAudit(db(), ctx, { ...audit, actorId: actor.userId, outcome: 'refused', details })
    return refusal
  }
}
