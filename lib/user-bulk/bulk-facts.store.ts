import type { Db } from '@/lib/platform/db/database'
import type { BulkRow } from '@/lib/user-bulk/bulk-action.store'
import type { BulkFacts } from '@/lib/user-bulk/foresee'
import { AWAITS_INVITED } from '@/lib/users/managed-user.store'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { Prisma } from '@/prisma/generated/client'

/** What decides about each user whom a bulk action has selected, in order. `permissions` are those that the actor holds. */
export function readBulkFacts(
  db: Db,
  { id, kind, roleIds }: BulkRow,
  by: { permissions: readonly string[]; now: Date },
): Promise<BulkFacts[]> {
  return db.$queryRaw<BulkFacts[]>`
    SELECT b.user_id::text AS "userId", u.status::text AS status, COALESCE(${Prisma.raw(AWAITS_INVITED)}, false) AS "awaitsInvited",
      ${kind === 'end_sessions'}::boolean AND EXISTS (SELECT FROM session_families s
        WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > ${by.now}::timestamptz) AS "signedIn",
      (SELECT count(*)::int FROM user_roles r
        WHERE r.user_id = u.id AND r.role_id = ANY (${roleIds}::uuid[])) AS "rolesHeld",
      u.status = 'active' AND EXISTS (SELECT FROM user_roles r
        JOIN roles a ON a.id = r.role_id AND a.is_system AND a.name_key = 'admin' WHERE r.user_id = u.id) AS administers,
      EXISTS (SELECT FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
        WHERE r.user_id = u.id AND p.permission <> ALL (${[...by.permissions]}::text[])) AS outranks
    FROM bulk_action_users b LEFT JOIN users u ON u.id = b.user_id
    WHERE b.bulk_action_id = ${id}::uuid ORDER BY b.position`
}

/** Somebody in a preview or a report. */
export interface BulkPerson {
  id: string
  email: string
  name: string | null
  status: UserStatus
}

/** These users by id. */
export async function readBulkPeople(db: Db, ids: readonly string[]): Promise<Map<string, BulkPerson>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, email: true, name: true, status: true },
  })
  return new Map(rows.map((row) => [row.id, row]))
}
