import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { tallyOnCommit } from '@/lib/platform/tally'
import { newDeviceToken, readDeviceToken } from '@/lib/sessions/device-token'
import { idleExpiry, issueTokens, type IssuedSession } from '@/lib/sessions/issued-session'
import { newJtiKey } from '@/lib/sessions/refresh-token'
import { startFamily } from '@/lib/sessions/start-session.store'

/**
 * Mints a session and its audit record: the one way in for every way of signing in. `knownDevice` says that the request's device
 * token belongs to a device that this user signed in from before; otherwise the device gets a token of its own (adopting an
 * unproven one would let somebody plant theirs). Null when the account is not active, has a second factor that `amr` lacks, or its password is no longer the one
 * that was checked (`passwordChangedAt`; undefined when none was).
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
    id: newId(),
    userId,
    deviceId: device.id,
    deviceHash: device.hash,
    jtiKey: newJtiKey(),
    amr,
    expiresAt: idleExpiry(ctx.now, maxExpiresAt),
    maxExpiresAt,
  }
  const owner = await startFamily(db, family, by.passwordChangedAt, ctx)
  if (!owner) return null
  tallyOnCommit(db, 'sign_in', ctx.surface)
  const begun = {
    generation: 1,
    surface: ctx.surface,
    authTime: ctx.now,
    createdAt: ctx.now,
    rotatedAt: null,
  }
  return issueTokens({ ...family, ...begun, user: owner }, ctx.now)
}
