import { settings } from '@/lib/config/settings'
import { rememberDevice } from '@/lib/login-guard/known-device.store'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { newDeviceToken, readDeviceToken } from '@/lib/sessions/device-token'
import { idleExpiry, issueTokens, type IssuedSession } from '@/lib/sessions/issued-session'
import { newJtiKey } from '@/lib/sessions/refresh-token'
import { lockSessionOwner, type SessionOwner } from '@/lib/sessions/session-owner.store'
import { insertFamily, type FamilyRow } from '@/lib/sessions/session.store'

/**
 * Mints a session: the one way in for every way of signing in. `knownDevice` says that the request's device token belongs to a
 * device that this user signed in from before; otherwise the device gets a token of its own (adopting an unproven one would let
 * somebody plant theirs). Null when the account is not active, or its password is no longer the one that was checked.
 */
export async function establishSession(
  tx: Tx,
  ctx: RequestContext,
  by: { userId: string; passwordChangedAt?: Date | null; amr: string[]; knownDevice: boolean },
): Promise<IssuedSession | null> {
  const owner = await lockSessionOwner(tx, by)
  if (!owner) return null
  const device = (by.knownDevice ? readDeviceToken(ctx.deviceToken) : null) ?? newDeviceToken()
  const maxExpiresAt = addSeconds(ctx.now, settings().tokens.sessionMaxLifetimeSeconds)
  const family = {
    id: newId(),
    userId: owner.id,
    surface: ctx.surface,
    deviceId: device.id,
    deviceHash: device.hash,
    jtiKey: newJtiKey(),
    amr: by.amr,
    expiresAt: idleExpiry(ctx.now, maxExpiresAt),
    maxExpiresAt,
  }
  await insertFamily(tx, {
    ...family,
    ip: ctx.ip,
    userAgent: ctx.userAgent?.slice(0, 512) ?? null,
    now: ctx.now,
  })
  await rememberDevice(tx, { userId: owner.id, deviceToken: device.token, now: ctx.now })
  return issueTokens(asRow(family, owner, ctx.now), ctx.now)
}

type NewFamily = Pick<
  FamilyRow,
  'id' | 'userId' | 'surface' | 'deviceId' | 'deviceHash' | 'jtiKey' | 'amr' | 'expiresAt' | 'maxExpiresAt'
>

function asRow(family: NewFamily, owner: SessionOwner, now: Date): FamilyRow {
  return {
    ...family,
    generation: 1,
    presentedGeneration: 1,
    authTime: now,
    createdAt: now,
    rotatedAt: null,
    rotationKeyHash: null,
    rotationKeyUsable: false,
    revokedAt: null,
    user: { ...owner, status: 'active' },
  }
}
