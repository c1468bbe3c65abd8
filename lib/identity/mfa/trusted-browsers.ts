import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import {
  countTrustedDevices,
  distrustDevices,
  isTrustedDevice,
  trustDevice,
} from '@/lib/identity/mfa/trusted-browser.store'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'

/** How long a browser is trusted. */
export const TRUST_SECONDS = 30 * 86_400

/** Whether users may skip the second step in a browser they trust. Apps always ask for it. */
function isOffered({ surface }: Pick<RequestContext, 'surface'>): boolean {
  return surface === 'web' && settings().mfa.trustedBrowsers
}

/**
 * Trusts the browser of a sign-in whose second step was just completed, for this user only. The
 * token is that of the new session, because a browser that was unknown gets a new one.
 */
export async function trustBrowser(
  tx: Tx,
  by: { userId: string; deviceToken: string },
  ctx: RequestContext,
): Promise<void> {
  if (!isOffered(ctx)) return
  const { userId, deviceToken } = by
  const until = addSeconds(ctx.now, TRUST_SECONDS)
  await trustDevice(tx, { userId, deviceHash: deviceHash(deviceToken), until })
  await recordAudit(tx, ctx, {
    action: 'browser.trusted',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { until: until.toISOString() },
  })
}

/** Whether the user may skip the second step in the browser of this request. */
export async function isTrustedBrowser(
  db: Db,
  userId: string,
  ctx: RequestContext,
): Promise<boolean> {
  if (!isOffered(ctx) || !ctx.deviceToken) return false
  const hash = deviceHash(ctx.deviceToken)
  return isTrustedDevice(db, { userId, deviceHash: hash, now: ctx.now })
}

/** How many browsers the signed-in user trusts. */
export function countTrustedBrowsers(principal: SessionPrincipal, now: Date): Promise<number> {
  return countTrustedDevices(db(), { userId: principal.userId, now })
}

/** Ends the signed-in user's trust in every browser. Audits nothing when there is none. */
export function forgetTrustedBrowsers(
  { userId }: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ forgotten: number }>> {
  return inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const forgotten = await distrustDevices(tx, { userId, now: ctx.now })
    if (forgotten > 0)
      await recordAudit(tx, ctx, {
        action: 'browser.trust_ended',
        outcome: 'ok',
        actorId: userId,
        targetId: userId,
        details: { browsers: forgotten },
      })
    return { ok: true, forgotten } as const
  })
}
