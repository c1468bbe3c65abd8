import { lockCatalog } from '@/lib/access/catalog.store'
import {
  countActiveAdmins,
  findGrants,
  type Grants,
  readPrivilegedOfHolders,
  readRoleGrants,
} from '@/lib/access/grants.store'
import { type AuditAttempt, refusalOf } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import {
  type Actor,
  isOperator,
  type RequestContext,
  type UserActor,
} from '@/lib/platform/request-context'

/** An administrative action, as described in the audit record of a refusal. */
export interface AdministrativeAct {
  actor: Actor
  /**
   * The required permission. Checked again under the lock, because it may have been revoked since
   * the request was authorized.
   */
  permission: PermissionName
  audit: AuditAttempt
}

/**
 * Runs one administrative write on users, roles or grants in a transaction that holds the catalog
 * lock, so that the rules about escalation and the last administrator see the current state. A
 * refusal, returned or thrown (RefusedError), rolls back everything and is audited; `work` audits
 * success in the transaction. Waits for the lock for at most the statement timeout, then throws an
 * error that becomes `unavailable`.
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
    await recordAudit(db(), ctx, refusalOf(audit, refusal.code, actor.userId))
    return refusal
  }
}

// These functions read the database, never a cache. Their result stays valid until the transaction
// ends only if it holds lockCatalog, which administer() acquires.

/**
 * Why `actor` may not act on that user, or null. The actor must have every privileged permission of
 * the user (`privilege_escalation`) and be active (`session_revoked`). All permissions of the code
 * are privileged; retired ones count, because the user would regain them when they return. Also
 * null if the user doesn't exist; the caller reports that.
 */
export async function checkMayActOn(
  db: Db,
  actor: Actor,
  targetUserId: string,
): Promise<Refusal | null> {
  const target = await findGrants(db, targetUserId)
  return target ? checkMayGrant(db, actor, target.privileged) : null
}

/**
 * The same for an act that lends the actor what the user may do: the actor must have every
 * permission of the user, those of applications too, which services check with the user's token.
 */
export async function checkHoldsPermissionsOf(
  db: Db,
  actor: Actor,
  targetUserId: string,
): Promise<Refusal | null> {
  const target = await findGrants(db, targetUserId)
  return target ? checkMayGrant(db, actor, [...target.permissions]) : null
}

/**
 * Why `actor` may not change what a role demands of its holders, or null: the actor must have every
 * privileged permission of each of them.
 */
export async function checkMayActOnHolders(
  db: Db,
  actor: Actor,
  roleId: string,
): Promise<Refusal | null> {
  return checkMayGrant(db, actor, await readPrivilegedOfHolders(db, roleId))
}

/**
 * Why `actor` may not grant these permissions, or null: no one grants what they don't have
 * themselves.
 */
export async function checkMayGrant(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
): Promise<Refusal | null> {
  if (isOperator(actor)) return null
  const held = await findGrantsOfActor(db, actor)
  if (held?.status !== 'active') return refuse('session_revoked')
  return permissions.every((name) => held.permissions.has(name))
    ? null
    : refuse('privilege_escalation')
}

/** Why `actor` may not assign these roles, by id, or null. */
export async function checkMayGrantRoles(
  db: Db,
  actor: Actor,
  roleIds: readonly string[],
): Promise<Refusal | null> {
  return checkMayGrant(db, actor, await readRoleGrants(db, roleIds))
}

/**
 * Why `actor` may not continue with an action that needs `permission`, or null: it may have been
 * revoked since the request was authorized.
 */
export async function checkPermissionHeld(
  db: Db,
  actor: Actor,
  permission: PermissionName,
): Promise<Refusal | null> {
  if (isOperator(actor)) return null
  const held = await findGrantsOfActor(db, actor)
  if (held?.status !== 'active') return refuse('session_revoked')
  if (held.permissions.has(permission)) return null
  return refuse('insufficient_permission', { requiredPermission: permission })
}

/** What `actor` may use and grant: the grants of the user, as far as an API key allows. */
export async function findGrantsOfActor(db: Db, actor: UserActor): Promise<Grants | null> {
  const { userId, limitedTo } = actor
  const held = await findGrants(db, userId)
  if (!held || !limitedTo) return held
  const allowed = (names: Iterable<string>) => [...names].filter((name) => limitedTo.has(name))
  const { status, permissions, privileged } = held
  return { status, permissions: new Set(allowed(permissions)), privileged: allowed(privileged) }
}

/**
 * Call after the write: throws `last_admin`, which rolls the write back, if no active user has the
 * admin role anymore.
 */
export async function assertAdministratorRemains(tx: Tx): Promise<void> {
  if ((await countActiveAdmins(tx)) === 0) throw new RefusedError(refuse('last_admin'))
}
