import { lockUser } from '@/lib/accounts/user.store'
import {
  endPresentedSession,
  findPresentedSession,
  type PresentedSession,
  type PresentedTokens,
  recordSignOut,
} from '@/lib/identity/sessions/end-presented-session'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { signOutEverywhere } from '@/lib/identity/sessions/sign-out-everywhere'
import { findSessionState } from '@/lib/identity/sessions/session.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Revokes the session that a refresh token (of any generation, expired or not) or an access token
 * names; with `all`, every session of its owner, and what was begun (`signOutEverywhere`).
 * Idempotent: an unknown token revokes nothing and is no error. Tokens of the other surface revoke
 * nothing, and a token from before a password change revokes only its own session, as does that of
 * an impersonation. `ended` says whether there was a live session to end.
 */
export async function logout(
  input: PresentedTokens & { all?: boolean },
  ctx: RequestContext,
): Promise<Outcome<{ ended: boolean }>> {
  const session = await findPresentedSession(db, input, ctx)
  if (!session) return { ok: true, ended: false }
  const end = input.all && !session.actorId ? endAll : endPresentedSession
  return { ok: true, ended: await inTransaction((tx) => end(tx, session, ctx)) }
}

async function endAll(tx: Tx, session: PresentedSession, ctx: RequestContext): Promise<boolean> {
  const { userId, sessionId } = session
  await lockUser(tx, userId)
  const wasAlive = await revokeSession(tx, { sessionId, userId, reason: 'logout' }, ctx)
  // A session that has already ended must not revoke the others.
  if (!wasAlive) return false
  const others = (await isCurrent(tx, session))
    ? await signOutEverywhere(tx, { userId, endedIn: sessionId, reason: 'logout' }, ctx)
    : null
  const ended = 1 + (others?.sessions ?? 0)
  await recordSignOut(tx, session, { all: true, ...others?.recorded, sessions_ended: ended }, ctx)
  return true
}

/**
 * Whether the token was issued after the latest password change. A stolen copy from before it must
 * not revoke the other sessions.
 */
async function isCurrent(tx: Tx, { sessionId, generation }: PresentedSession): Promise<boolean> {
  const state = await findSessionState(tx, sessionId)
  return state !== null && generation >= state.credentialGeneration
}
