import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { readGrants } from '@/lib/rbac/grants.store'
import { readAllRoles } from '@/lib/users-admin/user-view.store'

/** A role as somebody who gives roles sees it. */
export interface RoleChoice {
  id: string
  name: string
  description: string
  isSystem: boolean
  /** Whether it holds nothing that the actor lacks. */
  grantable: boolean
  /** What it holds that the actor lacks; empty as well where they may not know what roles hold. */
  missing: string[]
}

/**
 * All roles, and which of them the actor may give; needs `users:role:change`. A picture for a form: whether a role is given is decided
 * anew, under the lock, when it is.
 */
export async function listRoleChoices(actor: Principal): Promise<Outcome<{ roles: RoleChoice[] }>> {
  if (!can(actor, 'users:role:change'))
    return refuse('insufficient_permission', { requiredPermission: 'users:role:change' })
  const [held, rows] = await Promise.all([readGrants(db(), actor.userId), readAllRoles(db())])
  const tellsWhat = can(actor, 'rbac:manage')
  const roles = rows.map(({ permissions, ...role }) => {
    const missing = permissions.filter((name) => !held?.permissions.has(name))
    return { ...role, grantable: missing.length === 0, missing: tellsWhat ? missing : [] }
  })
  return { ok: true, roles }
}
