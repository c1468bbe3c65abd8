import { settings } from '@/lib/config/settings'
import {
  idleExpiry,
  type IssuedSession,
  issueTokens,
  newDeviceToken,
  readDeviceToken,
} from '@/lib/identity/sessions/issue-tokens'
import { newJtiKey } from '@/lib/identity/sessions/session-tokens'
import { startFamily } from '@/lib/identity/sessions/start-session.store'
import type { SignInNotice } from '@/lib/messaging/inbox/inbox.store'
import { requestOrigin, securityContent } from '@/lib/messaging/inbox/notify-owner'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import { addSeconds } from '@/lib/platform/clock'
import { countEventOnCommit } from '@/lib/platform/counters'
import type { Db, Tx } from '@/lib/platform/db/database'
import { inTransaction, isTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Creates a session and its audit record; every sign-in method ends here. `knownDevice` means that
 * the request's device token belongs to a device that this user signed in from before; otherwise
 * the device gets a new token (adopting an unproven one would let an attacker plant theirs). Null
 * when the account is not active, has a second factor that `amr` lacks, or its password has changed
 * since it was checked (`passwordChangedAt`; undefined when none was checked).
 */
export async function establishSession(
  db: Db,
  ctx: RequestContext,
  by: { userId: string; passwordChangedAt?: Date | null; amr: string[]; knownDevice: boolean },
): Promise<IssuedSession | null> {
  const { userId, amr } = by
  const device = (by.knownDevice ? readDeviceToken(ctx.deviceToken) : null) ?? newDeviceToken()
  const maxExpiresAt = addSeconds(ctx.now, settings().tokens.sessionMaxLifetimeSeconds)
  const family = {
    familyId: newId(),
    userId,
    deviceId: device.id,
    deviceHash: device.hash,
    jtiKey: newJtiKey(),
    amr,
    expiresAt: idleExpiry(ctx.now, maxExpiresAt),
    maxExpiresAt,
  }
  const notice = by.knownDevice ? null : signInNotice(ctx)
  const { passwordChangedAt } = by
  const owner = await startFamily(db, family, { passwordChangedAt, notice }, ctx)
  if (!owner) return null
  if (owner.noticeId) await publishSignInNotice(db, userId, owner.noticeId)
  countEventOnCommit(db, 'sign_in', ctx.surface)
  const session = {
    id: family.familyId,
    generation: 1,
    surface: ctx.surface,
    authTime: ctx.now,
    createdAt: ctx.now,
    rotatedAt: null,
  }
  return issueTokens({ ...family, ...session, user: owner }, ctx.now)
}

function signInNotice({ ip, userAgent }: RequestContext): SignInNotice {
  const content = securityContent('new_sign_in', requestOrigin({ ip, device: userAgent }))
  return {
    noticeId: newId(),
    noticeKind: content.kind,
    noticeTitle: content.title,
    noticeBody: content.body,
    noticeHref: content.href,
    noticeParams: JSON.stringify(content.params),
  }
}

/**
 * Notifies live connections of the stored item. Outside a transaction this opens a separate one, so
 * that signing in stays a single statement and succeeds even if this fails. Later connections get
 * the count anyway.
 */
async function publishSignInNotice(db: Db, userId: string, itemId: string): Promise<void> {
  const publish = (tx: Tx) => publishInboxChanged(tx, [{ userId, reason: 'created', itemId }])
  if (isTransaction(db)) return publish(db)
  await inTransaction(publish).catch((error: unknown) =>
    logger().warn({ error }, 'a new inbox item could not be announced'),
  )
}
