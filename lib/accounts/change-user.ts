import { administer, checkMayActOn } from '@/lib/access/administer'
import {
  findManagedUser,
  type LockedUser,
  lockManagedUserForUpdate,
} from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import type { ActionWith, AuditAttempt, AuditDetails, AuditEntry } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import type { Tx } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

export interface UserTarget {
  userId: string
  versions?: AcceptedVersions
  partOf?: BulkWork
}

/** The bulk operation that a change belongs to. */
export interface BulkWork {
  /** Added to the details of the change's audit record. */
  details: { bulk_action_id: string }
  /**
   * Runs at the end of the change's transaction, so that its writes commit with the change or not
   * at all.
   */
  settle(tx: Tx, changed: boolean): Promise<void>
}

/** The actions of an administrator on one user, alone or in a bulk action. */
export type UserAuditAction = {
  [
    A in ActionWith<'ok'> & ActionWith<'refused'>
  ]: keyof BulkWork['details'] extends keyof AuditDetails<A, 'refused'> ? A : never
}[ActionWith<'ok'> & ActionWith<'refused'>]

/** The details of the record of a change, apart from its bulk operation. */
export type ChangeDetails<A extends UserAuditAction> = Omit<
  AuditDetails<A>,
  keyof BulkWork['details']
>

interface UserChange<A extends UserAuditAction> extends UserTarget {
  actor: Actor
  permission: PermissionName
  action: A
  /** Request validation that needs the database. Runs before the user is looked up. */
  refuseInput?: (tx: Tx) => Promise<Refusal | null>
  /**
   * Takes the locks that come before the user's row (lib/identity/account/account-locks.store.ts).
   */
  holdFirst?: (tx: Tx, userId: string) => Promise<unknown>
  /**
   * Changes the user, whose row is locked. Returns the details for the audit record, or null when
   * there was nothing to do.
   */
  change(tx: Tx, before: LockedUser): Promise<Outcome<{ details: ChangeDetails<A> | null }>>
}

/**
 * The refusal for operations that make no sense on a deleted account, which can't sign in and has
 * no active credentials.
 */
export function refuseDeletedUser(): Refusal {
  return refuse('conflict', { detail: 'This account is deleted. Restore it first.' })
}

/**
 * Makes one administrative change to one user, under the catalog lock and the row lock, after
 * checking the entity tag and that the target isn't higher-privileged than the administrator. The
 * change is published to every instance and audited in the same transaction; refusals are audited
 * too. If the user is already in the requested state, nothing is written.
 */
export async function changeUser<A extends UserAuditAction>(
  by: UserChange<A>,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const { actor, permission, action, versions, partOf } = by
  if (!isId(by.userId)) return refuse('not_found')
  const userId = by.userId.toLowerCase()
  const audit = { action, targetId: userId, details: partOf?.details } as AuditAttempt
  return administer(ctx, { actor, permission, audit }, async (tx) => {
    // A leaked key must not become the owner's sign-in, or keep the owner out.
    if (actor.limitedTo && userId === actor.userId) return refuse('session_required')
    const wrong = await by.refuseInput?.(tx)
    if (wrong) return wrong
    await by.holdFirst?.(tx, userId)
    const before = await lockManagedUserForUpdate(tx, userId)
    if (!before) return refuse('not_found')
    const refused = checkVersion(before, versions) ?? (await checkMayActOn(tx, actor, userId))
    if (refused) return refused
    const changed = await by.change(tx, before)
    if (!changed.ok) return changed
    const { details } = changed
    await partOf?.settle(tx, details !== null)
    if (details === null) return { ok: true, user: presentManagedUser(before) }
    await publish(tx, { type: 'user.changed', userId })
    const done = { action, targetId: userId, details: { ...details, ...partOf?.details } }
    const record = { ...done, outcome: 'ok', actorId: actor.userId }
    await recordAudit(tx, ctx, record as AuditEntry<UserAuditAction, 'ok'>)
    return { ok: true, user: presentManagedUser((await findManagedUser(tx, userId))!) }
  })
}
