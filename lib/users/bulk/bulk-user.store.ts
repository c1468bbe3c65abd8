import { AWAITS_INVITED } from '@/lib/accounts/managed-user.store'
import { AWAITS_APPROVAL } from '@/lib/accounts/waiting-registration.store'
import { hasBegun } from '@/lib/identity/sessions/begun-sign-ins.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import { databaseTimeAt } from '@/lib/platform/db/database-time'
import type { UserStatus } from '@/lib/platform/user-statuses'
import type { BulkRow } from '@/lib/users/bulk/bulk-action.store'
import type { BULK_OUTCOMES } from '@/lib/users/bulk/bulk-kinds'
import type { BulkFacts } from '@/lib/users/bulk/predict-outcomes'
import { Prisma } from '@/prisma/generated/client'

/** The outcome for a processed user. */
export type BulkOutcome = Exclude<(typeof BULK_OUTCOMES)[number], 'waiting'>

/** A selected user; `outcome` is null until the user is processed. */
export interface BulkUserRow {
  position: number
  userId: string
  outcome: BulkOutcome | null
  code: string | null
}

/** Inserts the users of a bulk action, in order. */
export async function insertSelection(
  tx: Tx,
  bulkId: string,
  userIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bulk_action_users (bulk_action_id, position, user_id)
    SELECT ${bulkId}::uuid, position, id FROM unnest(${[...userIds]}::uuid[]) WITH ORDINALITY AS given (id, position)`
}

/** The next users to process, in order. */
export function listWaiting(db: Db, bulkId: string, limit: number): Promise<BulkUserRow[]> {
  return db.bulkActionUser.findMany({
    where: { bulkActionId: bulkId, outcome: null },
    orderBy: { position: 'asc' },
    take: limit,
    select: { position: true, userId: true, outcome: true, code: true },
  }) as Promise<BulkUserRow[]>
}

/** The users after a position, in order, optionally with one outcome only. */
export function listBulkUserRows(
  db: Db,
  by: {
    bulkId: string
    outcome: BulkOutcome | 'waiting' | undefined
    after: number
    limit: number
  },
): Promise<BulkUserRow[]> {
  const { bulkId, outcome, after, limit } = by
  return db.bulkActionUser.findMany({
    where: {
      bulkActionId: bulkId,
      position: { gt: after },
      ...(outcome && { outcome: outcome === 'waiting' ? null : outcome }),
    },
    orderBy: { position: 'asc' },
    take: limit,
    select: { position: true, userId: true, outcome: true, code: true },
  }) as Promise<BulkUserRow[]>
}

/**
 * Stores and counts a user's outcome, once. Returns false when it was already stored or the bulk
 * action has ended; the caller must then undo its change to the user.
 */
export async function settleUser(
  tx: Tx,
  by: { bulkId: string; position: number; outcome: BulkOutcome; code: string | null; now: Date },
): Promise<boolean> {
  const { bulkId, position, outcome, code, now } = by
  const counted = await tx.$executeRaw`
    WITH settled AS (
      UPDATE bulk_action_users SET outcome = ${outcome}, code = ${code}
      WHERE bulk_action_id = ${bulkId}::uuid AND position = ${position}::int AND outcome IS NULL RETURNING outcome)
    UPDATE bulk_actions b SET status = 'running', updated_at = ${now}::timestamptz,
      changed = changed + (s.outcome = 'changed')::int,
      unchanged = unchanged + (s.outcome = 'unchanged')::int,
      refused = refused + (s.outcome = 'refused')::int
    FROM settled s WHERE b.id = ${bulkId}::uuid AND b.status IN ('queued', 'running')`
  return counted === 1
}

/**
 * The facts that decide the outcome for each selected user, in order. `permissions` are those of
 * the actor.
 */
export function readBulkFacts(
  db: Db,
  { id, kind, roleIds }: BulkRow,
  by: { permissions: readonly string[]; now: Date },
): Promise<BulkFacts[]> {
  return db.$queryRaw<BulkFacts[]>`
    SELECT b.user_id::text AS "userId", u.status::text AS status, COALESCE(${Prisma.raw(AWAITS_INVITED)}, false) AS "awaitsInvited",
      COALESCE(${Prisma.raw(AWAITS_APPROVAL)}, false) AS "awaitsApproval",
      ${kind === 'end_sessions'}::boolean AND (EXISTS (SELECT FROM session_families s
          WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > ${by.now}::timestamptz)
        OR EXISTS (SELECT FROM known_devices d WHERE d.user_id = u.id AND d.trusted_until > ${by.now}::timestamptz)
        OR EXISTS (SELECT FROM oauth_handoffs h
          WHERE h.user_id = u.id AND h.expires_at > ${databaseTimeAt(by.now)})
        OR ${hasBegun(Prisma.sql`u`, by.now)}) AS "hasAccess",
      (SELECT count(*)::int FROM user_roles r
        WHERE r.user_id = u.id AND r.role_id = ANY (${roleIds}::uuid[])) AS "rolesHeld",
      u.status = 'active' AND u.kind = 'person' AND EXISTS (SELECT FROM user_roles r
        JOIN roles a ON a.id = r.role_id AND a.is_system AND a.name_key = 'admin' WHERE r.user_id = u.id) AS administers,
      EXISTS (SELECT FROM user_roles r JOIN role_permissions rp ON rp.role_id = r.role_id
        JOIN permissions p ON p.name = rp.permission AND p.privileged
        WHERE r.user_id = u.id AND p.name <> ALL (${[...by.permissions]}::text[])) AS outranks
    FROM bulk_action_users b LEFT JOIN users u ON u.id = b.user_id
    WHERE b.bulk_action_id = ${id}::uuid ORDER BY b.position`
}

/** A user in a preview or a report. */
export interface BulkPerson {
  id: string
  email: string
  name: string | null
  status: UserStatus
}

/** Finds users by ID. */
export async function readBulkPeople(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, BulkPerson>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, email: true, name: true, status: true },
  })
  return new Map(rows.map((row) => [row.id, row]))
}
