import { administer, checkMayActOn } from '@/lib/access/administer'
import { hideOnRecord } from '@/lib/access/check-permission'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  type ApiKeyRow,
  findApiKey,
  type KeyRevocation,
  revokeKeyRow,
} from '@/lib/identity/api-keys/api-key.store'
import { cancelNotifications } from '@/lib/messaging/notifications/cancel-notifications'
import { lockUnended } from '@/lib/messaging/notifications/unended.store'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type RequestContext, type SessionPrincipal } from '@/lib/platform/request-context'

/**
 * Revokes a key: every instance refuses it within a second, and closes its connections. Cancels the
 * notifications requested with it that have not ended. One's own keys, or those of users that the
 * actor may change (`users:activate`). To anyone else, another user's key looks like one that
 * doesn't exist.
 */
export async function revokeApiKey(
  actor: SessionPrincipal,
  keyId: string,
  ctx: RequestContext,
): Promise<Outcome> {
  const key = isId(keyId) ? await findApiKey(db(), keyId.toLowerCase()) : null
  if (!key) return refuse('not_found')
  if (key.userId === actor.userId)
    return inTransaction((tx) => revokeOnce(tx, { actor, key, reason: 'revoked_by_owner' }, ctx))
  if (!can(actor, 'users:activate')) return hideOnRecord(actor, 'users:activate', ctx)
  const audit = {
    action: 'api_key.revoked',
    targetId: key.id,
    details: { name: key.name, user_id: key.userId },
  } as const
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const refused = await checkMayActOn(tx, actor, key.userId)
    return refused ?? revokeOnce(tx, { actor, key, reason: 'revoked_by_administrator' }, ctx)
  })
}

async function revokeOnce(
  tx: Tx,
  by: { actor: SessionPrincipal; key: ApiKeyRow; reason: KeyRevocation },
  ctx: RequestContext,
): Promise<Outcome> {
  const { actor, key, reason } = by
  const { id: keyId, userId } = key
  const sent = { userId, apiKeyId: keyId }
  // Notifications before the key, like a deactivation
  // (lib/identity/account/account-locks.store.ts).
  await lockUnended(tx, sent)
  const revoked = await revokeKeyRow(tx, { id: keyId, reason, now: ctx.now })
  if (!revoked) return refuse('not_found')
  await publish(tx, { type: 'api_key.revoked', keyId, userId })
  const ending = { ...sent, actorId: actor.userId }
  const notificationsCanceled = await cancelNotifications(tx, ending, ctx)
  await recordAudit(tx, ctx, {
    action: 'api_key.revoked',
    outcome: 'ok',
    actorId: actor.userId,
    targetId: keyId,
    details: {
      name: revoked.name,
      user_id: userId,
      notifications_cancelled: notificationsCanceled,
    },
  })
  return { ok: true }
}
