import type { Db } from '@/lib/platform/db/database'
import type { UserStatus } from '@/prisma/generated/client'

export interface Grants {
  status: UserStatus
  /** Names that the user's roles hold, whatever the status; retired ones too: they work again when they return. */
  permissions: Set<string>
}

/** What the roles of a user hold as the database has it now; null when there is no such user. */
export async function readGrants(db: Db, userId: string): Promise<Grants | null> {
  const rows = await db.$queryRaw<{ status: UserStatus; permissions: string[] }[]>`
    SELECT u.status::text AS status, ARRAY(
      SELECT DISTINCT rp.permission FROM user_roles ur
      JOIN role_permissions rp ON rp.role_id = ur.role_id
      WHERE ur.user_id = u.id
    ) AS permissions
    FROM users u WHERE u.id = ${userId}::uuid`
  const row = rows[0]
  return row ? { status: row.status, permissions: new Set(row.permissions) } : null
}

/** The names that these roles hold together, retired ones too. Ids that are no roles hold nothing. */
export async function readRoleGrants(db: Db, roleIds: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ permission: string }[]>`
    SELECT DISTINCT permission FROM role_permissions WHERE role_id = ANY (${[...roleIds]}::uuid[])`
  return rows.map(({ permission }) => permission)
}
