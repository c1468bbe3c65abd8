import type { z } from 'zod'
import { administer, checkHoldsPermissionsOf } from '@/lib/access/administer'
import { lockLiveSession } from '@/lib/access/live-caller.store'
import { lockManagedUserForUpdate, type LockedUser } from '@/lib/accounts/managed-user.store'
import { presentUser, type PublicUser } from '@/lib/accounts/user-fields'
import { recordAudit } from '@/lib/audit/record-audit'
import type { impersonationResponse } from '@/lib/identity/impersonation/impersonation.responses'
import type { impersonationBody } from '@/lib/identity/impersonation/impersonation.schemas'
import { insertImpersonation } from '@/lib/identity/impersonation/impersonation.store'
import { newDeviceToken } from '@/lib/identity/sessions/device-token'
import { makeImpersonationToken, newJtiKey } from '@/lib/identity/sessions/session-tokens'
import { findFamily } from '@/lib/identity/sessions/family.store'
import { checkRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { notifyOwner } from '@/lib/messaging/inbox/notify-owner'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { isId, newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/** How long an administrator may view the service as a user, in seconds. */
export const IMPERSONATION_SECONDS = 1800

/** A started impersonation. Its only token can't be renewed. */
export interface Impersonation {
  accessToken: string
  expiresInSeconds: number
  sessionId: string
  /** Whom the administrator views the service as. */
  user: PublicUser
  /** The administrator's own session, to return to, at its current generation. */
  own: { sessionId: string; generation: number; expiresInSeconds: number }
}

interface Asked extends z.output<typeof impersonationBody> {
  userId: string
}

/**
 * Starts a session of another user in which an administrator reads what that user may read, for 30
 * minutes at most. Needs `users:impersonate` and recent authentication, and every permission of the
 * user, those of applications too. Refuses one's own account, accounts that are not active, and
 * service accounts. The user is notified with the administrator's name and the reason.
 */
export async function startImpersonation(
  actor: SessionPrincipal,
  { password, reason, ...target }: Asked,
  ctx: RequestContext,
): Promise<Outcome<{ impersonation: Impersonation }>> {
  if (actor.impersonator) return refuse('impersonation_read_only')
  if (!isId(target.userId)) return refuse('not_found')
  const userId = target.userId.toLowerCase()
  const refusedAction = 'impersonation.proof_refused'
  const refusal = await checkRecentSignIn(actor, { password, refusedAction }, ctx)
  if (refusal) return refusal
  const audit = {
    action: 'impersonation.started',
    targetId: userId,
    details: { purpose: reason },
  } as const
  const permission = 'users:impersonate'
  return administer(ctx, { actor, permission, audit }, async (tx) => {
    const user = await lockManagedUserForUpdate(tx, userId)
    const refused = user
      ? (checkTarget(actor, user) ?? (await checkHoldsPermissionsOf(tx, actor, userId)))
      : refuse('not_found')
    if (!user || refused) return refused ?? refuse('not_found')
    const started = await start(tx, actor, userId, ctx)
    if (!started) return refuse('session_revoked')
    const { sessionId, expiresAt, own } = started
    const details = { purpose: reason, session_id: sessionId, expires_at: expiresAt.toISOString() }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    const administrator = own.user.name ?? own.user.email
    const notice = { userId, reason, administrator, administratorId: actor.userId }
    await tellOwner(tx, notice, ctx.now)
    const session = { id: sessionId, userId, surface: ctx.surface, expiresAt }
    const { token, expiresInSeconds } = makeImpersonationToken(session, actor.userId, ctx.now)
    const impersonation = {
      accessToken: token,
      expiresInSeconds,
      sessionId,
      user: presentUser(user, user.roles),
      own: {
        sessionId: own.id,
        generation: own.generation,
        expiresInSeconds: Math.floor((own.expiresAt.getTime() - ctx.now.getTime()) / 1000),
      },
    }
    return { ok: true, impersonation }
  })
}

function checkTarget(
  actor: SessionPrincipal,
  { id, kind, status }: Pick<LockedUser, 'id' | 'kind' | 'status'>,
): Refusal | null {
  if (id === actor.userId) return refuse('conflict', { detail: 'This is your own account.' })
  if (kind === 'person' && status === 'active') return null
  return refuse('conflict', { detail: 'You can only view as the user of an active account.' })
}

/**
 * Null if the administrator's own session has ended, or the password was changed since the request
 * was authorized: its token may be a copy that the change was to make worthless.
 */
async function start(tx: Tx, actor: SessionPrincipal, userId: string, ctx: RequestContext) {
  if (!(await lockLiveSession(tx, { ...actor, now: ctx.now }))) return null
  // It belongs to no device of the user, and no client learns its token.
  const device = newDeviceToken()
  const sessionId = newId()
  const expiresAt = await insertImpersonation(tx, {
    id: sessionId,
    userId,
    actorId: actor.userId,
    actorSessionId: actor.sessionId,
    surface: ctx.surface,
    deviceId: device.id,
    deviceHash: device.hash,
    jtiKey: newJtiKey(),
    now: ctx.now,
    expiresAt: addSeconds(ctx.now, IMPERSONATION_SECONDS),
  })
  const own = expiresAt && (await findFamily(tx, actor.sessionId, ctx.now))
  return own ? { sessionId, expiresAt, own } : null
}

async function tellOwner(
  tx: Tx,
  notice: { userId: string; administrator: string; administratorId: string; reason?: string },
  now: Date,
): Promise<void> {
  const { userId } = notice
  await notifyOwner(tx, { mail: 'impersonation_started', at: now.toISOString(), ...notice }, now)
  const patch = { target: `user-sessions/${userId}`, op: 'invalidate' } as const
  await publishPatch(tx, { permission: 'users:read' }, patch)
}

/** The response of the API. Lifetimes in seconds. */
export function presentImpersonation(
  started: Impersonation,
): z.output<typeof impersonationResponse> {
  return {
    access_token: started.accessToken,
    token_type: 'Bearer',
    expires_in: started.expiresInSeconds,
    session_id: started.sessionId,
    user: started.user,
  }
}
