import type { InboxParams } from '@/lib/messaging/inbox/inbox.schemas'
import { itemOfNewSignIn } from '@/lib/messaging/inbox/inbox.store'
import { type Db, runNamed } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { rememberedDevice } from '@/lib/protection/login-guard/login-guard.store'

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
  id: string
  userId: string
  deviceId: Uint8Array
  deviceHash: Uint8Array
  jtiKey: Uint8Array
  amr: string[]
  expiresAt: Date
  maxExpiresAt: Date
  /**
   * What the owner is told about the sign-in, unless it is their first or the same notice is still
   * unread. Null: nothing.
   */
  news: {
    id: string
    kind: string
    title: string
    body: string | null
    href: string
    params: InboxParams
  } | null
}

const START = {
  name: 'start-family',
  text: `
    WITH owner AS (
      SELECT id, email, name, email_verified_at, mfa_enabled_at FROM users
      WHERE id = $1::uuid AND status = 'active'
        AND ($2::boolean OR password_changed_at IS NOT DISTINCT FROM $3::timestamptz)
        AND (mfa_enabled_at IS NULL OR 'mfa' = ANY($9::text[]))
      FOR SHARE),
    family AS (
      INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time, created_at,
        last_used_at, ip, user_agent, expires_at, max_expires_at)
      SELECT $4::uuid, owner.id, $5::surface, $6::bytea, $7::bytea, $8::bytea, $9::text[], $10::timestamptz,
        $10::timestamptz, $10::timestamptz, $11::text, $12::text, $13::timestamptz, $14::timestamptz
      FROM owner),
    record AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details)
      SELECT $15::uuid, $10::timestamptz, 'session.created', 'ok', owner.id, 'session', $4::uuid::text, $11::text, $12::text,
        $16::text, $17::jsonb
      FROM owner),
    ${rememberedDevice({ owners: 'owner', hash: '$7::bytea', at: '$10::timestamptz' })},
    ${itemOfNewSignIn({
      owners: 'owner',
      id: '$18::uuid',
      kind: '$19::text',
      title: '$20::text',
      body: '$21::text',
      href: '$22::text',
      params: '$23::jsonb',
      at: '$10::timestamptz',
    })}
    SELECT owner.id, owner.email, owner.name, owner.email_verified_at AS "emailVerifiedAt",
      owner.mfa_enabled_at AS "mfaEnabledAt",
      ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = owner.id ORDER BY r.name) AS roles,
      (SELECT id::text FROM told) AS "toldId"
    FROM owner`,
}

/**
 * Writes a session family at generation 1, its audit record, its device among the account's known
 * devices and the owner's `news`, if the owner is active, has no second factor or passed it ('mfa'
 * among the factors) and, if `passwordChangedAt` is given, has the password that was checked.
 * Returns the owner; otherwise writes nothing and returns null. One statement that locks the
 * owner's row: deactivating the account, changing the password or turning two-step verification on
 * either waits and then ends this session too, or came first and then there is no session.
 */
export async function startFamily(
  db: Db,
  family: NewFamily,
  passwordChangedAt: Date | null | undefined,
  ctx: RequestContext,
): Promise<(SessionOwner & { toldId: string | null }) | null> {
  const details = JSON.stringify({ surface: ctx.surface, factors: family.amr })
  const userAgent = ctx.userAgent?.slice(0, 512) ?? null
  const owner = [family.userId, passwordChangedAt === undefined, passwordChangedAt ?? null]
  const device = [family.deviceId, family.deviceHash, family.jtiKey, family.amr]
  const times = [family.expiresAt, family.maxExpiresAt]
  const { news } = family
  const told = news && [
    news.id,
    news.kind,
    news.title,
    news.body,
    news.href,
    JSON.stringify(news.params),
  ]
  const values = [...owner, family.id, ctx.surface, ...device, ctx.now, ctx.ip, userAgent, ...times]
  const all = [...values, newId(), ctx.requestId, details, ...(told ?? Array<null>(6).fill(null))]
  const rows = await runNamed<SessionOwner & { toldId: string | null }>(db, START, all)
  return rows[0] ?? null
}
