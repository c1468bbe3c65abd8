import { publish } from '@/lib/platform/bus/bus'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { SystemRole } from '@/lib/rbac/permission-catalog'

/** Gives a user a system role, once; tells the bus when it is new. Throws when the catalog was never synced. */
export async function grantSystemRole(tx: Tx, userId: string, role: SystemRole): Promise<void> {
  const rows = await tx.$queryRaw<{ found: boolean; granted: boolean }[]>`
    WITH role AS (SELECT id FROM roles WHERE is_system AND name_key = ${role}),
    granted AS (
      INSERT INTO user_roles (user_id, role_id) SELECT ${userId}::uuid, id FROM role
      ON CONFLICT DO NOTHING RETURNING role_id
    )
    SELECT EXISTS (SELECT FROM role) AS found, EXISTS (SELECT FROM granted) AS granted`
  if (!rows[0]?.found) throw new Error(`there is no system role ${role}: the catalog was not synced`)
  if (rows[0].granted) await publish(tx, { type: 'user.changed', userId })
}

/** How many active users hold the role admin. */
export async function countActiveAdmins(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ admins: number }[]>`
    SELECT count(*)::int AS admins FROM users u
    JOIN user_roles ur ON ur.user_id = u.id
    JOIN roles r ON r.id = ur.role_id AND r.is_system AND r.name_key = 'admin'
    WHERE u.status = 'active'`
  return rows[0]?.admins ?? 0
}

/** Whether anybody can administrate: while nobody can, each start prints a set-up link. */
export async function hasActiveAdmin(db: Db): Promise<boolean> {
  return (await countActiveAdmins(db)) > 0
}
