import type { z } from 'zod'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome, type ProblemCode } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { presentPerson } from '@/lib/rbac-admin/present-person'
import { refuseUngrantable } from '@/lib/rbac-admin/refuse-ungrantable'
import { readEffect } from '@/lib/rbac-admin/role-effect.store'
import type { previewResponse } from '@/lib/rbac-admin/role.answers'
import { findRole, type RoleRow } from '@/lib/rbac-admin/role.store'
import { refuseGranting } from '@/lib/rbac/may-act-on'

/** What changing the permissions of a role would do. */
export type RolePreview = z.output<typeof previewResponse> & { refusal: ProblemCode | null }

const SHOWN = 50

type Effect = RolePreview['gains']

/**
 * Who would gain and who would lose what if a role held exactly these permissions; writes nothing. Whoever has a permission by
 * another role neither gains nor loses it. Refuses `validation_failed` (a permission that is retired) and `not_found`.
 */
export async function previewRole(
  actor: Principal,
  { roleId, permissions }: { roleId: string; permissions: readonly string[] },
): Promise<Outcome<{ preview: RolePreview }>> {
  const wrong = await refuseUngrantable(db(), permissions)
  if (wrong) return wrong
  const role = isId(roleId) ? await findRole(db(), roleId) : null
  if (!role) return refuse('not_found')
  const adds = permissions.filter((name) => !role.permissions.includes(name))
  const removes = role.permissions.filter((name) => !permissions.includes(name))
  const effect = async (names: readonly string[]): Promise<Effect> => {
    const { count, users } = await readEffect(db(), { roleId: role.id, permissions: names, limit: SHOWN })
    return {
      count,
      users: users.map((user) => ({ ...presentPerson(user, actor), permissions: user.permissions })),
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
  return (await refuseGranting(db(), actor, all))?.code ?? null
}
