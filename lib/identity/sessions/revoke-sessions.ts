import { lockUser } from '@/lib/accounts/user.store'
import {
  MOST_ENDED_RECORDED,
  recordAudit,
  recordAudits,
  totalEnded,
} from '@/lib/audit/record-audit'
import { recordEndings } from '@/lib/identity/impersonation/record-ending'
import { distrustDeviceOf, distrustDevices } from '@/lib/identity/mfa/trusted-browser.store'
import { endHandoffsOf } from '@/lib/identity/oauth/oauth-flow.store'
import { announceEndings } from '@/lib/identity/sessions/announce-endings'
import { forgetDeviceOf, forgetDevices } from '@/lib/identity/sessions/forget-devices.store'
import {
  revokeFamilies,
  revokeFamiliesOf,
  revokeFamiliesSince,
  revokeFamily,
  revokeImpersonationsBy,
} from '@/lib/identity/sessions/session.store'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { AuditContext, RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/** Why a session ended; stored in its row. */
export type RevocationReason =
  | 'logout'
  | 'revoked_by_owner'
  | 'refresh_token_reused'
  | 'password_changed'
  | 'password_reset'
  | 'account_reclaimed'
  | 'mfa_enabled'
  | 'mfa_disabled'
  | 'mfa_reset'
  | 'browser_trust_ended'
  | 'revoked_by_administrator'
  | 'session_limit'
  | 'account_deactivated'
  | 'account_deleted'
  | 'impersonation_ended'

/**
 * Revokes one session (of the given owner, if any), with the impersonations started from it, and
 * notifies every instance. Idempotent; returns the owner if the session was live.
 */
export async function revokeSession(
  tx: Tx,
  by: { sessionId: string; userId?: string; reason: RevocationReason },
  ctx: AuditContext,
): Promise<string | null> {
  // Lowercase, as in tokens and caches. With an uppercase id, no instance would recognize the
  // session to evict.
  const sessionId = by.sessionId.toLowerCase()
  const { reason } = by
  const ended = await revokeFamily(tx, { id: sessionId, userId: by.userId, reason, now: ctx.now })
  if (!ended) return null
  const { userId, impersonatedById: actorId } = ended
  await publish(tx, { type: 'session.revoked', sessionId, userId })
  // An impersonation that was ended itself is recorded by its caller, with the reason.
  if (actorId && reason !== 'impersonation_ended')
    await recordEndings(tx, [{ sessionId, userId, actorId }], 'session_revoked', ctx)
  await endImpersonationsBy(tx, { actorId: userId, startedFrom: { ids: [sessionId] } }, ctx)
  return userId
}

async function endImpersonationsBy(
  tx: Tx,
  by: Omit<Parameters<typeof revokeImpersonationsBy>[1], 'now'>,
  ctx: AuditContext,
): Promise<void> {
  const ended = await revokeImpersonationsBy(tx, { ...by, now: ctx.now })
  await announceEndings(tx, ended)
  await recordEndings(tx, ended, 'own_session_ended', ctx)
}

interface AllSessions {
  userId: string
  exceptSessionId?: string
  credentialGeneration?: number
  /** The session in which the user ends all of them, if it ends too. Its device stays known. */
  endedIn?: string | null
  /** The token of the device that resets the password: if it is known, it stays known. */
  resetOn?: string | null
  reason: RevocationReason
}

/** What ended together with the sessions of a user. */
interface EndedAccess {
  /** How many sessions were live. */
  sessions: number
  /** How many browsers were trusted. */
  browsers: number
  /** How many sign-ins with a provider an app had not exchanged for a session yet. */
  handoffs: number
}

/**
 * Revokes all sessions of a user, except the given one if any, with the impersonations started from
 * them, and notifies every instance. `credentialGeneration` is the generation from which tokens of
 * the excepted session are valid, when a password change has just invalidated the earlier ones;
 * they may have started impersonations from that session, so those end too. Also ends the trust in
 * the user's browsers (whatever ends other sessions makes them doubtful), and sign-ins with a
 * provider that an app has not exchanged for a session yet. Forgets the user's devices, except the
 * one that this is done on: a lock that strangers cause must not stop its owner. The caller holds
 * the user's row (`lockUser`).
 */
export async function endAccessOf(
  tx: Tx,
  by: AllSessions,
  ctx: AuditContext,
): Promise<EndedAccess> {
  const { userId, exceptSessionId, credentialGeneration, reason } = by
  const { now } = ctx
  const browsers = await distrustDevices(tx, { userId, now })
  const usedSession = exceptSessionId ?? by.endedIn ?? undefined
  await forgetDevices(tx, { userId, exceptSessionId: usedSession, exceptToken: by.resetOn })
  const handoffs = await endHandoffsOf(tx, { userId, now })
  const ended = await revokeFamiliesOf(tx, { userId, exceptId: exceptSessionId, reason, now })
  await publish(tx, {
    type: 'user.sessions_revoked',
    userId,
    exceptSessionId,
    credentialGeneration,
    recentSessionIds: ended.recentIds,
  })
  await recordEndings(tx, ended.impersonations, 'session_revoked', ctx)
  const startedFrom = { exceptId: credentialGeneration ? undefined : exceptSessionId }
  await endImpersonationsBy(tx, { actorId: userId, startedFrom }, ctx)
  return { sessions: ended.count, browsers, handoffs }
}

/** The same. Returns how many sessions were live. */
export async function revokeSessionsOf(
  tx: Tx,
  by: AllSessions,
  ctx: AuditContext,
): Promise<number> {
  return (await endAccessOf(tx, by, ctx)).sessions
}

/**
 * Revokes the sessions of a user that began at `since` or later, with the impersonations started
 * from them, and notifies every instance. Returns those that it revoked, with expired ones.
 */
export async function revokeSessionsSince(
  tx: Tx,
  by: { userId: string; since: Date; reason: RevocationReason },
  ctx: AuditContext,
): Promise<{ id: string; live: boolean }[]> {
  const { userId } = by
  const ended = await revokeFamiliesSince(tx, { ...by, now: ctx.now })
  const ids = ended.map(({ id }) => id)
  await announceEndings(
    tx,
    ids.map((sessionId) => ({ sessionId, userId })),
  )
  const impersonations = ended.flatMap(({ id: sessionId, impersonatedById: actorId, live }) =>
    actorId && live ? [{ sessionId, userId, actorId }] : [],
  )
  await recordEndings(tx, impersonations, 'session_revoked', ctx)
  await endImpersonationsBy(tx, { actorId: userId, startedFrom: { ids } }, ctx)
  return ended
}

/**
 * Revokes a user's sessions beyond the limit (`lockExcessFamilies`), with the impersonations
 * started from them, in the transaction of the sign-in that exceeds it.
 */
export async function endExcessSessions(
  tx: Tx,
  by: { userId: string; newest: string; ids: string[] },
  ctx: RequestContext,
): Promise<void> {
  if (by.ids.length === 0) return
  const { userId } = by
  const reason: RevocationReason = 'session_limit'
  const ids = await revokeFamilies(tx, { ids: by.ids, reason, now: ctx.now })
  await announceEndings(
    tx,
    ids.map((sessionId) => ({ sessionId, userId })),
  )
  await endImpersonationsBy(tx, { actorId: userId, startedFrom: { ids } }, ctx)
  await recordAudits(
    tx,
    ctx,
    ids.slice(0, MOST_ENDED_RECORDED).map((targetId) => ({
      action: 'session.displaced',
      outcome: 'ok',
      actorId: userId,
      targetId,
      details: { session_id: by.newest, ...totalEnded(ids) },
    })),
  )
}

/**
 * Revokes one session of a user from another of their devices, or for them, ends the trust in its
 * device, and forgets it: the user may have lost that device, or it may never have been theirs.
 * `currentId`: the session that this is done in; its device stays known and trusted. Returns false
 * if the session was not live. The caller holds the user's row (`lockUser`).
 */
export async function revokeDistrusted(
  tx: Tx,
  by: {
    sessionId: string
    userId: string
    currentId: string | null
    reason: RevocationReason
  },
  ctx: AuditContext,
): Promise<boolean> {
  if (!(await revokeSession(tx, by, ctx))) return false
  await distrustDeviceOf(tx, by)
  await forgetDeviceOf(tx, { ...by, now: ctx.now })
  return true
}

/**
 * Revokes one of the signed-in user's own sessions, whose device is no longer known unless it is
 * this one. Another user's session is refused like one that doesn't exist.
 */
export async function revokeOwnSession(
  principal: SessionPrincipal,
  sessionId: string,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(sessionId)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const { userId, sessionId: currentId } = principal
    await lockUser(tx, userId)
    const by = { sessionId, userId, currentId, reason: 'revoked_by_owner' } as const
    const ended = await revokeDistrusted(tx, by, ctx)
    if (!ended) return refuse('not_found')
    await recordAudit(tx, ctx, {
      action: 'session.revoked',
      outcome: 'ok',
      actorId: userId,
      targetId: sessionId.toLowerCase(),
    })
    return { ok: true }
  })
}
