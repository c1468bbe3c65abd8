import type { z } from 'zod'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { readExplanation, type ExplanationRow } from '@/lib/rbac-admin/explain.store'
import type { explanationResponse } from '@/lib/rbac-admin/role.answers'

/** Why a user has a permission or not. */
export type Explanation = z.output<typeof explanationResponse>

/** Why a user has a permission or not, from the database as it is now. Refuses `not_found` for an unknown user. */
export async function explainPermission(
  userId: string,
  permission: string,
): Promise<Outcome<{ explanation: Explanation }>> {
  const row = isId(userId) ? await readExplanation(db(), userId, permission) : null
  if (!row) return refuse('not_found')
  const reason = reasonOf(row)
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

function reasonOf({ status, granting, permission }: ExplanationRow): Explanation['reason'] {
  if (permission === 'unknown') return 'permission_unknown'
  if (permission === 'retired') return 'permission_retired'
  if (granting.length === 0) return 'no_role_grants_it'
  return status === 'active' ? 'granted' : 'account_not_active'
}
