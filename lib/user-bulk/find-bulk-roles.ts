import type { Tx } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { Actor } from '@/lib/platform/request-context'
import { refuseGrantingRoles } from '@/lib/rbac/may-act-on'
import type { BulkRow } from '@/lib/user-bulk/bulk-action.store'
import { takesRoles, type BulkKind } from '@/lib/user-bulk/bulk-kinds'
import { findNamedRoles } from '@/lib/users-admin/find-named-roles'
import { readRolesById } from '@/lib/users-admin/user-roles.store'

type BulkRoles = Pick<BulkRow, 'roleIds' | 'roleNames'>

/** The roles that a bulk action adds or removes, by name; none where its kind takes none. Nobody adds what they cannot give. */
export async function findBulkRoles(
  tx: Tx,
  actor: Actor,
  { kind, roles }: { kind: BulkKind; roles: readonly string[] },
): Promise<Outcome<{ roles: BulkRoles }>> {
  if (!takesRoles(kind)) return { ok: true, roles: { roleIds: [], roleNames: [] } }
  const named = await findNamedRoles(tx, roles)
  if (!named.ok) return named
  const refused = kind === 'add_roles' ? await refuseGrantingRoles(tx, actor, named.roleIds) : null
  if (refused) return refused
  const found = await readRolesById(tx, named.roleIds)
  return { ok: true, roles: { roleIds: found.map(({ id }) => id), roleNames: found.map(({ name }) => name) } }
}
