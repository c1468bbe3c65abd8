import { administer, checkMayActOn } from '@/lib/access/administer'
import {
  findManagedUser,
  type LockedUser,
  lockManagedUserForUpdate,
} from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { type AuditEntry, recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

/** Whom an administrator changes. */
export interface UserTarget {
  userId: string
  /** The versions of the user that the caller accepts (If-Match); null or absent for any. */
  versions?: readonly number[] | null
  partOf?: BulkWork
}

/** The work on many users that a change belongs to. */
export interface BulkWork {
  /** What the audit record of the change says of that work. */
  details: NonNullable<AuditEntry['details']>
  /**
   * Runs at the end of the change's transaction, so that what it writes commits with the change or
   * not at all.
   */
  settle(tx: Tx, changed: boolean): Promise<void>
}

interface UserChange extends UserTarget {
  actor: Actor
  permission: PermissionName
  /** Under which name the act is recorded. */
  action: string
  /**
   * What is wrong with the request itself, if it takes the database to say so: asked before the
   * user is looked for.
   */
  refuseInput?: (tx: Tx) => Promise<Refusal | null>
  /**
   * Takes what others take before the user's row: in the other order two would wait for each other.
   */
  holdFirst?: (tx: Tx, userId: string) => Promise<void>
  /**
   * Makes the change to the user, whose row is held; tells what the record says, null when there
   * was nothing to do.
   */
  change(tx: Tx, before: LockedUser): Promise<Outcome<{ details: AuditEntry['details'] | null }>>
}

/**
 * The refusal of what makes no sense for a deleted account: it holds nothing that works and signs
 * nobody in.
 */
export function refuseDeletedUser(): Refusal {
  return refuse('conflict', { detail: 'This account is deleted. Restore it first.' })
}

/**
 * One administrative change of one user: under the catalog's lock and the row's, after the entity
 * tag and the rule that nobody acts on somebody who holds more; told to every instance and recorded
 * in the same transaction, refusals too. What is already as wanted is answered without a write.
 */
export async function changeUser(
  by: UserChange,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const { actor, permission, action, versions, partOf } = by
  if (!isId(by.userId)) return refuse('not_found')
  const userId = by.userId.toLowerCase()
  const audit = { action, targetType: 'user', targetId: userId, details: partOf?.details }
  return administer(ctx, { actor, permission, audit }, async (tx) => {
    const wrong = await by.refuseInput?.(tx)
    if (wrong) return wrong
    await by.holdFirst?.(tx, userId)
    const before = await lockManagedUserForUpdate(tx, userId)
    if (!before) return refuse('not_found')
    if (versions && !versions.includes(before.version)) return refuse('precondition_failed')
    const refused = await checkMayActOn(tx, actor, userId)
    if (refused) return refused
    const changed = await by.change(tx, before)
    if (!changed.ok) return changed
    const { details } = changed
    await partOf?.settle(tx, details !== null)
    if (details === null) return { ok: true, user: presentManagedUser(before) }
    await publish(tx, { type: 'user.changed', userId })
    await recordAudit(tx, ctx, {
      ...audit,
      outcome: 'ok',
      actorId: actor.userId,
      details: { ...details, ...partOf?.details },
    })
    return { ok: true, user: presentManagedUser((await findManagedUser(tx, userId))!) }
  })
}
