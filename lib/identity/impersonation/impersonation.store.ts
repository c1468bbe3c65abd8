import { lacksFactor, skippedSecondStep } from '@/lib/access/missing-factor.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { Surface } from '@/lib/platform/request-context'
import { Prisma } from '@/prisma/generated/client'

interface NewImpersonation {
  id: string
  userId: string
  actorId: string
  /** The administrator's own session, which this one ends with. */
  actorSessionId: string
  surface: Surface
  deviceId: Uint8Array
  deviceHash: Uint8Array
  jtiKey: Uint8Array
  now: Date
  /** Unless the administrator's session expires before. */
  expiresAt: Date
}

/**
 * Writes the session in which an administrator views the service as a user, if the administrator's
 * own session is live and not of this kind itself, and returns when it expires. Otherwise null. It
 * holds the administrator's session until the transaction ends: revoking that one either waits, and
 * then ends this one too, or came first. No proof and no time of one: the owner gave none. And no
 * address or device, because the owner sees them: those are in the audit trail.
 */
export async function insertImpersonation(tx: Tx, by: NewImpersonation): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>`
    WITH own AS (
      SELECT id, LEAST(expires_at, ${by.expiresAt}::timestamptz) AS until FROM session_families
      WHERE id = ${by.actorSessionId}::uuid AND user_id = ${by.actorId}::uuid AND impersonated_by IS NULL
        AND revoked_at IS NULL AND expires_at > ${by.now}::timestamptz
      FOR SHARE)
    INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time, created_at,
      last_used_at, expires_at, max_expires_at, impersonated_by, impersonator_session_id)
    SELECT ${by.id}::uuid, ${by.userId}::uuid, ${by.surface}::surface, ${by.deviceId}, ${by.deviceHash}, ${by.jtiKey}, '{}',
      'epoch', ${by.now}::timestamptz, ${by.now}::timestamptz, until, until,
      ${by.actorId}::uuid, own.id
    FROM own RETURNING expires_at AS "expiresAt"`
  return row?.expiresAt ?? null
}

/**
 * Whether the administrator may go on: active, with the permission and the session it was started
 * from, which lacks no second factor that is required meanwhile and did not skip its second step in
 * a browser that is no longer trusted, and with every permission of the user. As in
 * `checkHoldsPermissionsOf`, retired ones count.
 */
const mayGoOn = (now: Date) => Prisma.sql`
  EXISTS (
    SELECT FROM users u JOIN session_families own ON own.id = f.impersonator_session_id AND own.user_id = u.id
    WHERE u.id = f.impersonated_by AND u.status = 'active'
      AND own.revoked_at IS NULL AND own.expires_at > ${now}::timestamptz
      AND NOT (${lacksFactor(Prisma.sql`'mfa' = ANY(own.amr)`)}) AND NOT ${skippedSecondStep('own')})
  AND EXISTS (SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
    WHERE ur.user_id = f.impersonated_by AND rp.permission = 'users:impersonate')
  AND NOT EXISTS (
    SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
    WHERE ur.user_id = f.user_id AND NOT EXISTS (
      SELECT FROM user_roles held JOIN role_permissions by_role ON by_role.role_id = held.role_id
      WHERE held.user_id = f.impersonated_by AND by_role.permission = rp.permission))`

/** Whether that impersonation may go on; read for each of its requests. */
export async function mayImpersonationGoOn(db: Db, sessionId: string, now: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT FROM session_families f WHERE f.id = ${sessionId}::uuid AND ${mayGoOn(now)}`
  return rows.length > 0
}

export interface LiveImpersonation {
  sessionId: string
  userId: string
  actorId: string
}

/** The live impersonations that may not go on. */
export function listForbiddenImpersonations(db: Db, now: Date): Promise<LiveImpersonation[]> {
  return db.$queryRaw<LiveImpersonation[]>`
    SELECT f.id::text AS "sessionId", f.user_id::text AS "userId", f.impersonated_by::text AS "actorId"
    FROM session_families f
    WHERE f.impersonated_by IS NOT NULL AND f.revoked_at IS NULL AND f.expires_at > ${now}::timestamptz
      AND NOT (${mayGoOn(now)})`
}
