import { endEmailChange } from '@/lib/accounts/email-change.store'
import { endCodesOf } from '@/lib/accounts/sign-in-code.store'
import { lockUser } from '@/lib/accounts/user.store'
import type { AuditDetails } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { endChallengesOf } from '@/lib/identity/mfa/challenge.store'
import { endAccessOf } from '@/lib/identity/sessions/revoke-sessions'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/** `recorded`: what to record of what ended; null if there was nothing. */
interface SignedOut {
  sessions: number
  recorded: AuditDetails<'session.others_revoked'> | null
}

/**
 * Ends a user's access (`endAccessOf`), and what an intruder may have begun in one of the sessions,
 * or beside them: sign-ins that wait for their second step or an emailed code, and a change of
 * address that waits for its link. The caller holds the user's row (`lockUser`).
 */
export async function signOutEverywhere(
  tx: Tx,
  by: Parameters<typeof endAccessOf>[1],
  ctx: RequestContext,
): Promise<SignedOut> {
  const whose = { userId: by.userId, now: ctx.now }
  const begun = (await endChallengesOf(tx, whose)) + (await endCodesOf(tx, whose))
  const emailChange = await endEmailChange(tx, whose)
  const { sessions, browsers, handoffs } = await endAccessOf(tx, by, ctx)
  const signIns = handoffs + begun
  if (sessions + browsers + signIns === 0 && !emailChange) return { sessions, recorded: null }
  const recorded = {
    sessions_ended: sessions,
    ...(browsers > 0 && { browsers }),
    ...(signIns > 0 && { sign_ins: signIns }),
    ...(emailChange && { email_change: true }),
  }
  return { sessions, recorded }
}

/**
 * Revokes all sessions of the signed-in user except the current one, and ends what was begun
 * (`signOutEverywhere`), a change of address also if it was begun in the current one. Audits
 * nothing when nothing ended.
 */
export function revokeOtherSessions(
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ revoked: number }>> {
  return inTransaction(async (tx) => {
    const { userId, sessionId } = principal
    await lockUser(tx, userId)
    const by = { userId, exceptSessionId: sessionId, reason: 'revoked_by_owner' } as const
    const { sessions, recorded } = await signOutEverywhere(tx, by, ctx)
    if (recorded)
      await recordAudit(tx, ctx, {
        action: 'session.others_revoked',
        outcome: 'ok',
        actorId: userId,
        targetId: userId,
        details: recorded,
      })
    return { ok: true, revoked: sessions }
  })
}
