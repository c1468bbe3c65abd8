import type { z } from 'zod'
import { presentUser, type PublicUser } from '@/lib/accounts/user-fields'
import { settings } from '@/lib/config/settings'
import type { tokenResponse } from '@/lib/identity/auth.responses'
import {
  deviceTokenOf,
  newDeviceToken,
  readDeviceToken,
} from '@/lib/identity/sessions/device-token'
import {
  endPresentedSession,
  findPresentedSession,
} from '@/lib/identity/sessions/end-presented-session'
import {
  makeAccessToken,
  makeRefreshToken,
  newJtiKey,
} from '@/lib/identity/sessions/session-tokens'
import { endExcessSessions } from '@/lib/identity/sessions/revoke-sessions'
import type { FamilyRow } from '@/lib/identity/sessions/family.store'
import { lockExcessFamilies } from '@/lib/identity/sessions/session.store'
import { startFamily } from '@/lib/identity/sessions/start-session.store'
import type { SignInNotice } from '@/lib/messaging/inbox/inbox.store'
import { seenBy } from '@/lib/messaging/inbox/notify-owner'
import { requestOrigin, securityContent } from '@/lib/messaging/inbox/security-events'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import { mailPayload } from '@/lib/messaging/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { inTransaction, isTransaction, whenCommitted } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'
import { logger } from '@/lib/platform/logger'
import { countOnCommit } from '@/lib/platform/metrics/record-metric'
import type { RequestContext } from '@/lib/platform/request-context'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'

/**
 * Creates a session and its audit record; every sign-in method ends here. `knownDevice` means that
 * the request's device token belonged to a device that this user signed in from before. If it was
 * forgotten since, or never known, the sign-in is reported and the device gets a new token
 * (adopting an unproven one would let an attacker plant theirs). Null when the account is not
 * active, has a second factor that `amr` lacks and that the device isn't trusted to skip
 * (`trusting`), or its password has changed since it was checked (`passwordChangedAt`; undefined
 * when none was checked). A session also ends the one that it replaces in its browser
 * (`ctx.replaces`).
 */
export async function establishSession(
  db: Db,
  ctx: RequestContext,
  by: {
    userId: string
    passwordChangedAt?: Date | null
    amr: string[]
    knownDevice: boolean
    trusting?: boolean
  },
): Promise<IssuedSession | null> {
  const { userId, amr } = by
  const maxExpiresAt = addSeconds(ctx.now, settings().tokens.sessionMaxLifetimeSeconds)
  const family = {
    familyId: newId(),
    userId,
    ...devicesOf(by.knownDevice ? ctx.deviceToken : null),
    jtiKey: newJtiKey(),
    amr,
    expiresAt: idleExpiry(ctx.now, maxExpiresAt),
    maxExpiresAt,
  }
  const notice = signInNotice(family, ctx)
  const { passwordChangedAt, trusting = false } = by
  const owner = await startAndEndOthers(db, family, { passwordChangedAt, trusting, notice }, ctx)
  if (!owner) return null
  if (owner.noticeId) {
    whenCommitted(db, () => wakeWorkers('jobs'))
    await publishSignInNotice(db, userId, owner.noticeId)
  }
  countOnCommit(db, { metric: 'gatehouse_sign_ins_total', labels: { surface: ctx.surface } })
  const device = { deviceId: owner.deviceId, deviceHash: owner.deviceHash }
  const session = {
    id: family.familyId,
    generation: 1,
    surface: ctx.surface,
    authTime: ctx.now,
    createdAt: ctx.now,
    rotatedAt: null,
  }
  return issueTokens({ ...family, ...session, ...device, user: owner }, ctx.now)
}

/** The device whose token was presented, and the token that it gets if it isn't known (anymore). */
function devicesOf(presented: string | null) {
  const { id: newDeviceId, hash: newDeviceHash } = newDeviceToken()
  return {
    presentedHash: presented ? deviceHash(presented) : null,
    presentedId: readDeviceToken(presented)?.id ?? null,
    newDeviceId,
    newDeviceHash,
  }
}

/**
 * Starts the session and ends those that may not go on beside it. Unless there can be any, a
 * sign-in stays a single statement.
 *
 * One of them is the session that it replaces in its browser, of the same or of another user:
 * without its cookies, no one could sign out of it there anymore, and copies of them would go on
 * (ASVS 7.2.4). In the transaction of the sign-in, so that neither happens without the other. Only
 * the session that this request presented: a tab that signed in meanwhile keeps its own, because it
 * may be its cookies that the browser stores last.
 */
async function startAndEndOthers(
  db: Db,
  family: Parameters<typeof startFamily>[1],
  by: Parameters<typeof startFamily>[2],
  ctx: RequestContext,
): ReturnType<typeof startFamily> {
  const limit = settings().tokens.maxSessionsPerUser
  if (limit === 0 && !ctx.replaces) return startFamily(db, family, by, ctx)
  const { userId, familyId } = family
  const start = async (tx: Tx) => {
    const owner = await startFamily(tx, family, by, ctx)
    if (!owner) return null
    const replaced = ctx.replaces ? await findPresentedSession(() => tx, ctx.replaces, ctx) : null
    const kept = { newest: familyId, keep: limit, replacedId: replaced?.sessionId ?? null }
    const excess = limit > 0 ? await lockExcessFamilies(tx, { userId, ...kept, now: ctx.now }) : []
    if (replaced) await endPresentedSession(tx, replaced, ctx)
    await endExcessSessions(tx, { userId, newest: familyId, ids: excess }, ctx)
    return owner
  }
  return isTransaction(db) ? start(db) : inTransaction(start)
}

/** The notice has the id of its session, so that disowning the session finds it. */
function signInNotice(
  { familyId: sessionId, userId }: { familyId: string; userId: string },
  ctx: RequestContext,
): SignInNotice {
  const { ip, userAgent } = ctx
  const content = securityContent('new_sign_in', requestOrigin({ ip, device: userAgent }))
  const seen = seenBy(ctx)
  return {
    noticeId: sessionId,
    noticeKind: content.kind,
    noticeTitle: content.title,
    noticeBody: content.body,
    noticeHref: content.href,
    noticeParams: JSON.stringify(content.params),
    mailId: newId(),
    mailPayload: mailPayload({ mail: 'new_sign_in', userId, sessionId, ...seen }),
  }
}

/**
 * Notifies live connections of the stored item. Outside a transaction this opens a separate one and
 * does not wait for it, so that signing in stays a single statement and succeeds even if this
 * fails. Later connections get the count anyway.
 */
async function publishSignInNotice(db: Db, userId: string, itemId: string): Promise<void> {
  const publish = (tx: Tx) => publishInboxChanged(tx, [{ userId, reason: 'created', itemId }])
  if (isTransaction(db)) return publish(db)
  void inTransaction(publish).catch((error: unknown) =>
    logger().warn({ error }, 'a new inbox item could not be announced'),
  )
}

/**
 * What a client receives for a session: both tokens with their lifetimes in seconds, its device
 * token, and the user.
 */
export interface IssuedSession {
  accessToken: string
  accessExpiresInSeconds: number
  refreshToken: string
  refreshExpiresInSeconds: number
  sessionId: string
  deviceToken: string
  user: PublicUser
}

/** The token response of the API. Lifetimes in seconds. */
export function presentTokens(session: IssuedSession): z.output<typeof tokenResponse> {
  return {
    access_token: session.accessToken,
    token_type: 'Bearer',
    expires_in: session.accessExpiresInSeconds,
    refresh_token: session.refreshToken,
    refresh_expires_in: session.refreshExpiresInSeconds,
    session_id: session.sessionId,
    device_token: session.deviceToken,
    user: session.user,
  }
}

type IssuedTokenSource = Pick<
  FamilyRow,
  | 'id'
  | 'userId'
  | 'surface'
  | 'generation'
  | 'deviceId'
  | 'deviceHash'
  | 'jtiKey'
  | 'amr'
  | 'authTime'
  | 'expiresAt'
  | 'maxExpiresAt'
> & {
  user: Pick<FamilyRow['user'], 'email' | 'name' | 'emailVerifiedAt' | 'mfaEnabledAt' | 'roles'>
} & ({ rotatedAt: Date } | Pick<FamilyRow, 'rotatedAt' | 'createdAt'>)

/**
 * The tokens of a family's current generation. The refresh token is always the same, the access
 * token is new.
 */
export function issueTokens(family: IssuedTokenSource, now: Date): IssuedSession {
  const issuedAt = 'createdAt' in family ? (family.rotatedAt ?? family.createdAt) : family.rotatedAt
  const access = makeAccessToken(family, now)
  return {
    accessToken: access.token,
    accessExpiresInSeconds: access.expiresInSeconds,
    refreshToken: makeRefreshToken(family, issuedAt),
    refreshExpiresInSeconds: Math.max(
      0,
      Math.floor((family.expiresAt.getTime() - now.getTime()) / 1000),
    ),
    sessionId: family.id,
    deviceToken: deviceTokenOf(family),
    user: presentUser({ ...family.user, id: family.userId }, family.user.roles),
  }
}

/** When a session used at `now` becomes idle, limited by its absolute expiry. */
function idleExpiry(now: Date, maxExpiresAt: Date): Date {
  const idle = now.getTime() + settings().tokens.refreshTokenTtlSeconds * 1000
  return new Date(Math.min(idle, maxExpiresAt.getTime()))
}
