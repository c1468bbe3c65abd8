import type { PermissionName } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'

/** An active, signed-in user with exactly these permissions, through a role of their own. */
export async function holderOf(...permissions: PermissionName[]): Promise<SessionPrincipal> {
  const { id } = await insertUser()
  await insertRole(`role ${newId()}`, permissions, [id])
  return principalOf(id)
}

/** The same, in a session that is live: others can't begin what goes on in the background. */
export async function liveHolderOf(...permissions: PermissionName[]): Promise<SessionPrincipal> {
  const { userId } = await holderOf(...permissions)
  return livePrincipalOf(userId)
}

/** A user with the admin role. */
export async function insertAdministrator(
  fields: Parameters<typeof insertUser>[0] = {},
): Promise<{ id: string; email: string }> {
  const user = await insertUser(fields)
  const role = await db().role.findUniqueOrThrow({ where: { nameKey: 'admin' } })
  await db().userRole.create({ data: { userId: user.id, roleId: role.id } })
  return user
}
