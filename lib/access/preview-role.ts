import type { z } from 'zod'
import { checkMayGrant } from '@/lib/access/administer'
import { checkGrantable, uniquePermissions } from '@/lib/access/change-role'
import { presentPerson } from '@/lib/access/present-person'
import type { previewResponse } from '@/lib/access/role.responses'
import { findRole, readEffect, readOwnEffect, type RoleRow } from '@/lib/access/role.store'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, type ProblemCode, refuse } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'

/** The effect of changing the permissions of a role. */
export type RolePreview = z.output<typeof previewResponse> & { refusal: ProblemCode | null }

const MAX_SHOWN_USERS = 50

type Effect = RolePreview['gains']

/**
 * Lists who would gain and who would lose which permissions if a role had exactly these; writes
 * nothing. A user who has a permission through another role neither gains nor loses it. Refuses
 * `validation_failed` (a retired permission) and `not_found`.
 */
export async function previewRole(
  actor: Principal,
  { roleId, permissions: sent }: { roleId: string; permissions: readonly string[] },
): Promise<Outcome<{ preview: RolePreview }>> {
  const wrong = await checkGrantable(db(), sent)
  if (wrong) return wrong
  const permissions = uniquePermissions(sent)
  const role = isId(roleId) ? await findRole(db(), roleId) : null
  if (!role) return refuse('not_found')
  const adds = permissions.filter((name) => !role.permissions.includes(name))
  const removes = role.permissions.filter((name) => !permissions.includes(name))
  const effect = async (names: readonly string[]): Promise<Effect> => {
    const { count, users } = await readEffect(db(), {
      roleId: role.id,
      permissions: names,
      limit: MAX_SHOWN_USERS,
    })
    return {
      count,
      users: users.map((user) => ({
        ...presentPerson(user, actor),
        permissions: user.permissions,
      })),
    }
  }
  return {
    ok: true,
    preview: {
      role_id: role.id,
      version: role.version,
      adds,
      removes,
      removes_retired: role.retired,
      gains: await effect(adds),
      loses: await effect(removes),
      refusal: await refusalOf(actor, role, permissions),
    },
  }
}

async function refusalOf(
  actor: Principal,
  role: RoleRow,
  permissions: readonly string[],
): Promise<ProblemCode | null> {
  if (role.isSystem) return 'system_role_immutable'
  const all = [...role.permissions, ...role.retired, ...permissions]
  return (await checkMayGrant(db(), actor, all))?.code ?? null
}

/**
 * The permissions among these that `actor` would lose if the role no longer had them, because no
 * other role of theirs grants them.
 */
export function findOwnLostPermissions(
  actor: Principal,
  by: { roleId: string; permissions: readonly string[] },
): Promise<string[]> {
  return readOwnEffect(db(), { userId: actor.userId, ...by })
}
