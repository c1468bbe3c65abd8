import { lockCatalog } from '@/lib/access/catalog.store'
import { countActiveAdmins, readGrants, readRoleGrants } from '@/lib/access/grants.store'
import { type AuditEntry, recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

/** Who does what, for the audit record of a refusal. */
export interface AdministrativeAct {
  actor: Actor
  /**
   * What the act needs. Asked again under the lock: it may have been taken since the request was
   * let in.
   */
  permission: PermissionName
  audit: Omit<AuditEntry, 'outcome' | 'actorId'>
}

/**
 * Runs one administrative write on users, roles or grants: in one transaction that holds the
 * catalog lock, so that the rules about escalation and the last administrator are decided on what
 * is true. A refusal, returned or thrown (RefusedError), undoes everything and is recorded; success
 * is for `work` to record, in the transaction. Waits at most a statement's time for the lock, then
 * throws what becomes `treatAsUnavailable`.
 */
export async function administer<T extends object>(
  ctx: RequestContext,
  { actor, permission, audit }: AdministrativeAct,
  work: (tx: Tx) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(async (tx) => {
      await lockCatalog(tx)
      const result = (await checkPermissionHeld(tx, actor, permission)) ?? (await work(tx))
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

// All of these read the database, never what is remembered, and are true until the transaction ends
// only where it holds lockCatalog: administer() takes it.

/**
 * Why `actor` may not act on that user, or null: who acts must hold everything that the other holds
 * (`privilege_escalation`), and be active (`session_revoked`). Retired permissions count as held,
 * else they would be a gain when they return. Null also when there is no such user: that is the
 * caller's to say.
 */
export async function checkMayActOn(
  db: Db,
  actor: Actor,
  targetUserId: string,
): Promise<Refusal | null> {
  const target = await readGrants(db, targetUserId)
  return target ? checkMayGrant(db, actor, [...target.permissions]) : null
}

/**
 * Why `actor` may not give these permissions away, or null: nobody gives what they do not hold
 * themselves.
 */
export async function checkMayGrant(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
): Promise<Refusal | null> {
  const held = await readGrants(db, actor.userId)
  if (held?.status !== 'active') return refuse('session_revoked')
  return permissions.every((name) => held.permissions.has(name))
    ? null
    : refuse('privilege_escalation')
}

/** The same for giving somebody these roles, by id. */
export async function checkMayGrantRoles(
  db: Db,
  actor: Actor,
  roleIds: readonly string[],
): Promise<Refusal | null> {
  return checkMayGrant(db, actor, await readRoleGrants(db, roleIds))
}

/**
 * Why `actor` may not go on with what needs `permission`, or null: it may have been taken since the
 * request was let in.
 */
export async function checkPermissionHeld(
  db: Db,
  actor: Actor,
  permission: PermissionName,
): Promise<Refusal | null> {
  const held = await readGrants(db, actor.userId)
  if (held?.status !== 'active') return refuse('session_revoked')
  if (held.permissions.has(permission)) return null
  return refuse('insufficient_permission', { requiredPermission: permission })
}

/**
 * Call after the write: throws `last_admin`, and so undoes it, when no active user holds the role
 * admin any more.
 */
export async function assertAdministratorRemains(tx: Tx): Promise<void> {
  if ((await countActiveAdmins(tx)) === 0) throw new RefusedError(refuse('last_admin'))
}
