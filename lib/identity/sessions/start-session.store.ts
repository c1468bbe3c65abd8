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
  deviceId: Uint8Array
  deviceHash: Uint8Array
  jtiKey: Uint8Array
  amr: string[]
  expiresAt: Date
  maxExpiresAt: Date
}

/** `noticeId`: of the notice that was written, if one was. */
type StartedRow = SessionOwner & { noticeId: string | null }

interface StartValues extends NewFamily, Record<keyof SignInNotice, string | null> {
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
 * the other. Plan: primary key lookups and single-row inserts; the notice probes two indexes by user
 * id.
 */
const START = defineStatement<StartValues>(
  'start-family',
  `
    WITH owner AS (
      SELECT id, email, name, email_verified_at, mfa_enabled_at, first_signed_in_at FROM users
      WHERE id = :userId::uuid AND status = 'active' AND kind = 'person'
        AND (:anyPassword::boolean OR password_changed_at IS NOT DISTINCT FROM :passwordChangedAt::timestamptz)
        AND (mfa_enabled_at IS NULL OR 'mfa' = ANY(:amr::text[]) OR (:trusting::boolean AND EXISTS (
          SELECT FROM known_devices d WHERE d.user_id = users.id AND d.device_hash = :deviceHash::bytea
            AND d.trusted_until > :now::timestamptz)))
      FOR SHARE),
    first_sign_in AS (
      UPDATE users SET first_signed_in_at = :now::timestamptz WHERE id IN (
        SELECT u.id FROM users u JOIN owner ON owner.id = u.id
        WHERE u.first_signed_in_at IS NULL FOR NO KEY UPDATE OF u SKIP LOCKED)),
    family AS (
      INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time,
        created_at, last_used_at, ip, user_agent, expires_at, max_expires_at)
      SELECT :familyId::uuid, owner.id, :surface::surface, :deviceId::bytea, :deviceHash::bytea, :jtiKey::bytea,
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
      (SELECT id::text FROM notice) AS "noticeId"
    FROM owner`,
)

const NO_NOTICE: Record<keyof SignInNotice, null> = {
  noticeId: null,
  noticeKind: null,
  noticeTitle: null,
  noticeBody: null,
  noticeHref: null,
  noticeParams: null,
  mailId: null,
  mailPayload: null,
}

/**
 * Writes a session family at generation 1, its audit record, its device among the account's known
 * devices and the owner's notice with its email, if the owner is an active person, has no second
 * factor, passed it ('mfa' among the factors), or trusts the device (only if `trusting`), and, if
 * `passwordChangedAt` is given, has the password that was checked. Returns the owner, with the id of
 * the notice if one was written (not on the first sign-in, nor within an hour of an unread one that says the same);
 * otherwise writes nothing and returns null.
 */
export async function startFamily(
  db: Db,
  family: NewFamily,
  by: {
    passwordChangedAt: Date | null | undefined
    trusting: boolean
    notice: SignInNotice | null
  },
  ctx: RequestContext,
): Promise<StartedRow | null> {
  const { surface, now, ip, requestId } = ctx
  const details: AuditDetails<'session.created'> = { factors: family.amr }
  const [row] = await runStatement<StartedRow, StartValues>(db, START, {
    ...family,
    ...(by.notice ?? NO_NOTICE),
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
