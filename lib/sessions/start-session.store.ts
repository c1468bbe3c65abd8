import type { Db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'

/** Whom a session is for. */
export interface SessionOwner {
  id: string
  email: string
  name: string | null
  emailVerifiedAt: Date | null
  roles: string[]
}

interface NewFamily {
  id: string
  userId: string
  deviceId: Uint8Array
  deviceHash: Uint8Array
  jtiKey: Uint8Array
  amr: string[]
  expiresAt: Date
  maxExpiresAt: Date
}

/**
 * Writes a session family at generation 1 and its audit record, if its owner is active and, where `passwordChangedAt` is
 * given, has the password that was checked; returns the owner, else null and nothing is written. One statement that holds
 * the owner's row: whoever deactivates the account or changes the password either waits and then ends this session too, or
 * came first and then there is no session.
 */
export async function startFamily(
  db: Db,
  family: NewFamily,
  passwordChangedAt: Date | null | undefined,
  ctx: RequestContext,
): Promise<SessionOwner | null> {
  const details = JSON.stringify({ surface: ctx.surface, factors: family.amr })
  const userAgent = ctx.userAgent?.slice(0, 512) ?? null
  const rows = await db.$queryRaw<SessionOwner[]>`
    WITH owner AS (
      SELECT id, email, name, email_verified_at FROM users
      WHERE id = ${family.userId}::uuid AND status = 'active' AND (${passwordChangedAt === undefined}::boolean
        OR password_changed_at IS NOT DISTINCT FROM ${passwordChangedAt ?? null}::timestamptz)
      FOR SHARE),
    family AS (
      INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time, created_at,
        last_used_at, ip, user_agent, expires_at, max_expires_at)
      SELECT ${family.id}::uuid, owner.id, ${ctx.surface}::surface, ${family.deviceId}::bytea, ${family.deviceHash}::bytea,
        ${family.jtiKey}::bytea, ${family.amr}::text[], ${ctx.now}::timestamptz, ${ctx.now}::timestamptz,
        ${ctx.now}::timestamptz, ${ctx.ip}::text, ${userAgent}::text, ${family.expiresAt}::timestamptz,
        ${family.maxExpiresAt}::timestamptz
      FROM owner),
    record AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details)
      SELECT ${newId()}::uuid, ${ctx.now}::timestamptz, 'session.created', 'ok', owner.id, 'session', ${family.id}::text,
        ${ctx.ip}::text, ${userAgent}::text, ${ctx.requestId}::text, ${details}::jsonb
      FROM owner)
    SELECT owner.id, owner.email, owner.name, owner.email_verified_at AS "emailVerifiedAt",
      ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = owner.id ORDER BY r.name) AS roles
    FROM owner`
  return rows[0] ?? null
}
