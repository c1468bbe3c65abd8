import type { Db } from '@/lib/platform/db/database'

/** How somebody gets into their account: that there is a password or a factor, never what it is. */
export interface WaysInRow {
  hasPassword: boolean
  mfaEnabledAt: Date | null
  /** Set where an administrator made the account. */
  invitedAt: Date | null
}

/** How a user signs in; null when there is no such user. */
export async function readWaysIn(db: Db, userId: string): Promise<WaysInRow | null> {
  const rows = await db.$queryRaw<WaysInRow[]>`
    SELECT password_hash IS NOT NULL AS "hasPassword", mfa_enabled_at AS "mfaEnabledAt", invited_at AS "invitedAt"
    FROM users WHERE id = ${userId}::uuid`
  return rows[0] ?? null
}

/** A permission of a user and the roles of theirs that hold it. */
export interface GrantedPermission {
  name: string
  roles: { id: string; name: string }[]
}

/** The permissions that the roles of a user hold, without retired ones, sorted, each with those roles. */
export function readGrantedPermissions(db: Db, userId: string): Promise<GrantedPermission[]> {
  return db.$queryRaw<GrantedPermission[]>`
    SELECT p.name, jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.name COLLATE "C") AS roles
    FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    JOIN role_permissions rp ON rp.role_id = r.id
    JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
    WHERE ur.user_id = ${userId}::uuid GROUP BY p.name ORDER BY p.name COLLATE "C"`
}

/** A role with everything it holds, retired permissions too: they work again when they return. */
export interface RoleGrantsRow {
  id: string
  name: string
  description: string
  isSystem: boolean
  permissions: string[]
}

/** All roles, those of the system first, then by name. */
export function readAllRoles(db: Db): Promise<RoleGrantsRow[]> {
  return db.$queryRaw<RoleGrantsRow[]>`
    SELECT r.id, r.name, r.description, r.is_system AS "isSystem",
      ARRAY(SELECT rp.permission FROM role_permissions rp WHERE rp.role_id = r.id
        ORDER BY rp.permission COLLATE "C") AS permissions
    FROM roles r ORDER BY r.is_system DESC, r.name_key COLLATE "C"`
}
