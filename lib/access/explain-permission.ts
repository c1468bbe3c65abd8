import type { z } from 'zod'
import {
  type ExplanationRow,
  findExplanation,
  findPersonRow,
  type GrantingRole,
  isKnownPermission,
  listGrantingRoleRows,
  listHolderRows,
} from '@/lib/access/explain.store'
import { type FactorState, findFactorState, listGrantorRows } from '@/lib/access/grants.store'
import { missingFactor } from '@/lib/access/missing-factor'
import { presentPerson } from '@/lib/access/present-person'
import type { explanationResponse, holderResponse } from '@/lib/access/role.responses'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal } from '@/lib/platform/request-context'

/** Why a user has a permission or not. */
export type Explanation = z.output<typeof explanationResponse>

/**
 * Explains why a user has a permission or not, from the current state of the database. Refuses
 * `not_found` for an unknown user.
 */
export async function explainPermission(
  userId: string,
  permission: string,
): Promise<Outcome<{ explanation: Explanation }>> {
  const row = isId(userId) ? await findExplanation(db(), userId, permission) : null
  if (!row) return refuse('not_found')
  const factor = await findFactorState(db(), userId)
  const reason = reasonOf(row, factor)
  return {
    ok: true,
    explanation: {
      user_id: userId.toLowerCase(),
      permission,
      decision: reason === 'granted' ? 'allow' : 'deny',
      reason,
      account_status: row.status,
      roles: row.roles,
      path: row.granting.map(({ id, name }) => ({ role_id: id, role: name, permission })),
    },
  }
}

function reasonOf(
  { status, granting, permission }: ExplanationRow,
  factor: FactorState | null,
): Explanation['reason'] {
  if (permission === 'unknown') return 'permission_unknown'
  if (permission === 'retired') return 'permission_retired'
  if (granting.length === 0) return 'no_role_grants_it'
  if (status !== 'active') return 'account_not_active'
  return factor && missingFactor(factor, { proven: true }) ? 'second_factor_missing' : 'granted'
}

/** A user with a permission, and the roles that grant it. */
export type Holder = z.output<typeof holderResponse>

/**
 * One page of the active users who have a permission, newest first. No one has a retired
 * permission. A name that was never a permission is refused (`validation_failed`), so that a typo
 * doesn't look like "no one".
 */
export async function listHolders(
  actor: Principal,
  { permission, ...page }: PageRequest & { permission: string },
): Promise<Outcome<{ holders: Holder[]; nextCursor: string | null }>> {
  if (!(await isKnownPermission(db(), permission)))
    return refuse('validation_failed', { errors: [fieldError(['permission'], 'not_supported')] })
  const listed = await listPageById('holders', page, (by) =>
    listHolderRows(db(), { permission, ...by }),
  )
  if (!listed.ok) return listed
  const holders = listed.rows.map((row) => ({ ...presentPerson(row, actor), roles: row.roles }))
  return { ok: true, holders, nextCursor: listed.nextCursor }
}

/** The first roles by name that have a permission, retired or not, and whether there are more. */
export async function listGrantingRoles(
  permission: string,
  limit: number,
): Promise<{ roles: GrantingRole[]; more: boolean }> {
  const rows = await listGrantingRoleRows(db(), permission, limit + 1)
  return { roles: rows.slice(0, limit), more: rows.length > limit }
}

/** The user with an id, with the details that `actor` may see; null if there is no such user. */
export async function findPerson(
  actor: Principal,
  userId: string,
): Promise<ReturnType<typeof presentPerson> | null> {
  const row = isId(userId) ? await findPersonRow(db(), userId) : null
  return row && presentPerson(row, actor)
}

const MAX_GRANTORS = 5
/** Holders of either permission can grant the permissions they have themselves. */
const GRANTING_PERMISSIONS: readonly PermissionName[] = ['rbac:manage', 'users:role:change']

/** A user who can be asked for a permission. */
export interface Grantor {
  id: string
  email: string
  name: string | null
}

/**
 * Up to five active users who can grant a permission, oldest accounts first. Null for actors
 * without any `users:*` permission, who may not see names and addresses.
 */
export async function findGrantors(
  asker: Principal,
  permission: PermissionName,
): Promise<Grantor[] | null> {
  const mayKnow = permissionCatalog.some(
    ({ name, resource }) => resource === 'users' && can(asker, name),
  )
  if (!mayKnow) return null
  return listGrantorRows(db(), {
    permission,
    giving: GRANTING_PERMISSIONS,
    exceptId: asker.userId,
    limit: MAX_GRANTORS,
  })
}
