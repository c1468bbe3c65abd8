import type { Db } from '@/lib/platform/db/database'
import { roleNameKey } from '@/lib/rbac/role-name'
import { findRoleGrants, type RoleGrants } from '@/lib/user-import/imported-user.store'
import { judgeRow, refusedValue, type BadRow, type RowFault, type RowUser } from '@/lib/user-import/judge-row'
import type { StoredRow } from '@/lib/user-import/user-import-row.store'

/** A row that may become a user. */
export interface GoodRow {
  row: number
  user: RowUser
  roles: RoleGrants[]
}

const PLAIN = 'user'
const FOR_ROLES = 'users:role:change'

/**
 * Judges rows by themselves and by what their roles hold: nobody gives, by a file, what they do not hold themselves. Where the
 * actor held it when the import began, and does no more, `lost` says so.
 */
export async function judgeBatch(
  db: Db,
  rows: readonly StoredRow[],
  actor: { holds: ReadonlySet<string>; held: readonly string[] },
): Promise<{ good: GoodRow[]; bad: BadRow[]; lost: boolean }> {
  const judged = rows.map((stored) => ({ stored, row: stored.row, verdict: verdictOf(stored) }))
  const names = judged.flatMap(({ verdict }) => (verdict.ok ? verdict.user.roles : []))
  const known = await findRoleGrants(db, names)
  const good: GoodRow[] = []
  const bad: BadRow[] = []
  const missing = new Set<string>()
  for (const { stored, row, verdict } of judged) {
    if (!verdict.ok) {
      const { column, code, detail } = verdict
      bad.push({ row, value: valueOf(stored, column), column, code, detail })
      continue
    }
    const roles = verdict.user.roles.map((name) => known.get(roleNameKey(name)) ?? null)
    const fault = roles.includes(null)
      ? UNKNOWN_ROLE
      : faultOfRoles(roles as RoleGrants[], actor.holds, missing)
    if (fault) bad.push({ row, value: valueOf(stored, fault.column), ...fault })
    else good.push({ row, user: verdict.user, roles: roles as RoleGrants[] })
  }
  return { good, bad, lost: actor.held.some((name) => missing.has(name)) }
}

function verdictOf({ data, column, code, detail }: StoredRow): ReturnType<typeof judgeRow> {
  if (code !== null) return { ok: false, column, code, detail: detail ?? '' }
  return judgeRow(data ?? {})
}

/** Of a row that was refused before: the value that its report has. */
function valueOf({ data, value }: StoredRow, column: RowFault['column']): string | null {
  return data === null ? value : refusedValue(column, data)
}

function faultOfRoles(
  roles: readonly RoleGrants[],
  holds: ReadonlySet<string>,
  missing: Set<string>,
): RowFault | null {
  const special = roles.some(({ name }) => name !== PLAIN)
  if (special && !holds.has(FOR_ROLES)) {
    missing.add(FOR_ROLES)
    return NO_ROLES
  }
  const beyond = roles.flatMap(({ permissions }) => permissions.filter((name) => !holds.has(name)))
  beyond.forEach((name) => missing.add(name))
  return beyond.length > 0 ? TOO_MUCH : null
}

const UNKNOWN_ROLE: RowFault = {
  column: 'roles',
  code: 'unknown_role',
  detail: 'There is no role with this name.',
}
const NO_ROLES: RowFault = {
  column: 'roles',
  code: 'insufficient_permission',
  detail: 'Assigning a role other than user requires users:role:change.',
}
const TOO_MUCH: RowFault = {
  column: 'roles',
  code: 'privilege_escalation',
  detail: 'The roles grant a permission you don’t have.',
}
