import { auditColumns, type AuditDetails } from '@/lib/audit/audit-actions'
import { NOTIFY_OF_SIGN_IN, type SignInNotice } from '@/lib/messaging/inbox/inbox.store'
import { type Db, defineStatement, runStatement } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { REMEMBER_DEVICE } from '@/lib/protection/login-guard/known-device.store'

/** The user that a session is for. */
export interface SessionOwner {
  id: string
  email: string
  name: string | null
  emailVerifiedAt: Date | null
  mfaEnabledAt: Date | null
  roles: string[]
}

interface NewFamily {
  familyId: string
  userId: string
  /** The hash of the device token that came with the request, if its device counts as known. */
  presentedHash: Uint8Array | null
  /**
   * The first half of that token; null if the token is not valid (anymore), so that it can't be
   * kept.
   */
  presentedId: Uint8Array | null
  /** The token that the device gets otherwise. */
  newDeviceId: Uint8Array
  newDeviceHash: Uint8Array
  jtiKey: Uint8Array
  amr: string[]
  expiresAt: Date
  maxExpiresAt: Date
}

/** `noticeId`: of the notice that was written, if one was. */
type StartedRow = SessionOwner & {
  deviceId: Uint8Array
  deviceHash: Uint8Array
  noticeId: string | null
}

interface StartValues extends NewFamily, SignInNotice {
  anyPassword: boolean
  trusting: boolean
  passwordChangedAt: Date | null
  surface: RequestContext['surface']
  now: Date
  ip: string | null
  userAgent: string | null
  requestId: string | null
  recordId: string
  details: string
}

const RECORD = auditColumns('session.created')

/**
 * One statement, so that a sign-in costs one round trip. It locks the owner's row: deactivating the
 * account, changing the password or turning two-step verification on either waits and then ends
 * this session too, or came first and then there is no owner and nothing is written. The first
 * sign-in is noted in that row, but not while a concurrent one shares the lock: each would wait for
 * the other.
 *
 * Whether the device is known, and trusted, is read from its row under a lock. A plain read could
 * be older than the lock of the owner's row, and a device that is forgotten meanwhile would stay
 * known. `FOR SHARE` would not do: two sign-ins could share it, and then each wait for the other to
 * remember the device.
 *
 * Plan: primary key lookups and single-row inserts; the notice probes two indexes by user id.
 */
const START = defineStatement<StartValues>(
  'start-family',
  `
    WITH candidate AS (
      SELECT id, email, name, email_verified_at, mfa_enabled_at, first_signed_in_at FROM users
      WHERE id = :userId::uuid AND status = 'active' AND kind = 'person'
        AND (:anyPassword::boolean OR password_changed_at IS NOT DISTINCT FROM :passwordChangedAt::timestamptz)
      FOR SHARE),
    presented AS (
      SELECT d.device_hash, :presentedId::bytea AS device_id, d.trusted_until
      FROM candidate JOIN known_devices d ON d.user_id = candidate.id
      WHERE d.device_hash = :presentedHash::bytea
      FOR NO KEY UPDATE OF d),
    owner AS (
      SELECT candidate.*, presented.device_hash IS NOT NULL AS known_device,
        coalesce(presented.device_id, :newDeviceId::bytea) AS device_id,
        CASE WHEN presented.device_id IS NULL THEN :newDeviceHash::bytea ELSE presented.device_hash END AS device_hash
      FROM candidate LEFT JOIN presented ON true
      WHERE mfa_enabled_at IS NULL OR 'mfa' = ANY(:amr::text[])
        OR (:trusting::boolean AND presented.device_id IS NOT NULL AND presented.trusted_until > :now::timestamptz)),
    first_sign_in AS (
      UPDATE users SET first_signed_in_at = :now::timestamptz WHERE id IN (
        SELECT u.id FROM users u JOIN owner ON owner.id = u.id
        WHERE u.first_signed_in_at IS NULL FOR NO KEY UPDATE OF u SKIP LOCKED)),
    family AS (
      INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time,
        created_at, last_used_at, ip, user_agent, expires_at, max_expires_at)
      SELECT :familyId::uuid, owner.id, :surface::surface, owner.device_id, owner.device_hash, :jtiKey::bytea,
        :amr::text[], :now::timestamptz, :now::timestamptz, :now::timestamptz, :ip::text, :userAgent::text,
        :expiresAt::timestamptz, :maxExpiresAt::timestamptz
      FROM owner),
    record AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent,
        request_id, details)
      SELECT :recordId::uuid, :now::timestamptz, '${RECORD.action}', '${RECORD.outcome}', owner.id,
        '${RECORD.targetType}', :familyId::uuid::text, :ip::text, :userAgent::text, :requestId::text, :details::jsonb
      FROM owner),
    ${REMEMBER_DEVICE},
    ${NOTIFY_OF_SIGN_IN}
    SELECT owner.id, owner.email, owner.name, owner.email_verified_at AS "emailVerifiedAt",
      owner.mfa_enabled_at AS "mfaEnabledAt",
      ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = owner.id ORDER BY r.name) AS roles,
      owner.device_id AS "deviceId", owner.device_hash AS "deviceHash", (SELECT id::text FROM notice) AS "noticeId"
    FROM owner`,
)

/**
 * Writes a session family at generation 1, its audit record, its device among the account's known
 * devices and the owner's notice with its email, if the owner is an active person, has no second
 * factor, passed it ('mfa' among the factors), or trusts the device (only if `trusting`), and, if
 * `passwordChangedAt` is given, has the password that was checked. Returns the owner and the
 * device, with the id of the notice if one was written (not on a known device or the first sign-in,
 * nor within an hour of an unread one that says the same); otherwise writes nothing and returns
 * null.
 */
export async function startFamily(
  db: Db,
  family: NewFamily,
  by: {
    passwordChangedAt: Date | null | undefined
    trusting: boolean
    notice: SignInNotice
  },
  ctx: RequestContext,
): Promise<StartedRow | null> {
  const { surface, now, ip, requestId } = ctx
  const details: AuditDetails<'session.created'> = { factors: family.amr }
  const [row] = await runStatement<StartedRow, StartValues>(db, START, {
    ...family,
    ...by.notice,
    anyPassword: by.passwordChangedAt === undefined,
    passwordChangedAt: by.passwordChangedAt ?? null,
    trusting: by.trusting,
    surface,
    now,
    ip,
    userAgent: ctx.userAgent?.slice(0, 512) ?? null,
    requestId,
    recordId: newId(),
    details: JSON.stringify({ surface, ...details }),
  })
  return row ?? null
}
