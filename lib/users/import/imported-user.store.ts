import { roleNameKey } from '@/lib/access/role.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { RowUser } from '@/lib/users/import/validate-row'

/**
 * Creates users as an administrator would. Skips users whose address is taken, even concurrently;
 * returns the IDs of the created users. `proven`: whether addresses that the file calls verified
 * count as proven by their owners.
 */
export async function insertImportedUsers(
  tx: Tx,
  users: readonly ({ id: string } & RowUser)[],
  { importId, proven, now }: { importId: string; proven: boolean; now: Date },
): Promise<Set<string>> {
  if (users.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, name, profile, locale, status, password_hash, password_changed_at, email_verified_at,
      invited_at, import_id, created_at, updated_at)
    SELECT id, email, name, profile, locale, status::user_status, "passwordHash",
      CASE WHEN "passwordHash" IS NULL THEN NULL ELSE ${now}::timestamptz END,
      CASE WHEN "emailVerified" THEN ${now}::timestamptz END,
      ${now}::timestamptz, ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(users)}::jsonb) AS given
      (id uuid, email text, name text, profile jsonb, locale text, status text, "passwordHash" text, "emailVerified" boolean)
    ORDER BY email
    ON CONFLICT (email) DO NOTHING
    RETURNING id::text`
  const ids = rows.map(({ id }) => id)
  // The database notes each verification when the row is inserted.
  if (!proven)
    await tx.user.updateMany({ where: { id: { in: ids } }, data: { firstVerifiedAt: null } })
  return new Set(ids)
}

/** Assigns the first roles to users. */
export async function insertRolesOf(
  tx: Tx,
  roles: readonly { userId: string; roleId: string }[],
): Promise<void> {
  if (roles.length > 0) await tx.userRole.createMany({ data: [...roles], skipDuplicates: true })
}

export interface RoleGrants {
  id: string
  name: string
  /** Includes retired permissions: they work again if they return to the catalog. */
  permissions: string[]
}

/** Finds roles with their permissions, keyed by the normalized name. */
export async function findRoleGrants(
  db: Db,
  names: readonly string[],
): Promise<Map<string, RoleGrants>> {
  const rows = await db.role.findMany({
    where: { nameKey: { in: [...new Set(names.map(roleNameKey))] } },
    select: { id: true, name: true, nameKey: true, permissions: { select: { permission: true } } },
  })
  return new Map(
    rows.map(({ nameKey, permissions, ...role }) => [
      nameKey,
      { ...role, permissions: permissions.map(({ permission }) => permission) },
    ]),
  )
}
