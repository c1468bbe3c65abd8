import {
  consumeEmailToken,
  issueEmailToken,
  peekEmailToken,
} from '@/lib/accounts/email-token.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import {
  findDoubtful,
  lockDoubtful,
  NOTHING_REMOVED,
  removePlantedAccess,
} from '@/lib/identity/sessions/planted-access'
import { revokeSessionsSince } from '@/lib/identity/sessions/revoke-sessions'
import { markItemsRead } from '@/lib/messaging/inbox/inbox.store'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** `resetToken`: null if the account has another address by now. */
type Disowned = Outcome<{ resetToken: string | null }>

/**
 * What the page of the link shows: the address that it was sent to, and whether the account has
 * another one by now. Null when the link would not be accepted. Nothing is consumed.
 */
export async function inspectDisownLink(by: {
  token: string
  now: Date
}): Promise<{ email: string; addressChanged: boolean } | null> {
  const owner = await peekEmailToken(db(), { ...by, kind: 'disown_session' })
  return owner && { email: owner.email, addressChanged: owner.addressChanged }
}

/**
 * The owner of an account says with an emailed link that a sign-in was not theirs. Ends that
 * session and those that began after it, forgets their new devices, removes what was added to the
 * account since (`removePlantedAccess`), and returns the token of a password reset, which ends all
 * other sessions. The link is consumed by one conditional write; of concurrent uses one wins. It
 * outlives a change of the address, because an intruder may have made it; but the owner of the
 * earlier mailbox does not get the account.
 */
export async function disownSession(
  { token }: { token: string },
  ctx: RequestContext,
): Promise<Disowned> {
  const owner = await peekEmailToken(db(), { token, kind: 'disown_session', now: ctx.now })
  if (!owner) return refuseBadToken('session.disowned', ctx)
  const disowned = await inTransaction(async (tx) => {
    if (owner.sessionId) await lockDoubtful(tx, { ...owner, sessionId: owner.sessionId })
    return disownOnce(tx, token, ctx)
  })
  return disowned.ok ? disowned : refuseBadToken('session.disowned', ctx)
}

async function disownOnce(tx: Tx, token: string, ctx: RequestContext): Promise<Disowned> {
  const { now } = ctx
  const consumed = await consumeEmailToken(tx, { token, kind: 'disown_session', now })
  if (!consumed?.sessionId) return refuse('invalid_or_expired_token')
  const { userId, email, sessionId, addressChanged } = consumed
  const doubtful = await findDoubtful(tx, { userId, sessionId, resetFollows: !addressChanged, now })
  const by = { userId, reason: 'revoked_by_owner' } as const
  const ended = doubtful
    ? await revokeSessionsSince(tx, { ...by, since: doubtful.sessionsSince }, ctx)
    : []
  const removed = doubtful
    ? await removePlantedAccess(tx, { userId, doubtful }, ctx)
    : NOTHING_REMOVED
  const sessionIds = [...new Set([sessionId, ...ended.map(({ id }) => id)])]
  await markNoticesRead(tx, { userId, sessionIds, now })
  const live = ended.filter((session) => session.live)
  await recordAudit(tx, ctx, {
    action: 'session.disowned',
    outcome: 'ok',
    actorId: userId,
    targetId: sessionId,
    details: {
      ended: live.some(({ id }) => id === sessionId),
      sessions_ended: live.length,
      address_changed: addressChanged,
      ...removed,
    },
  })
  if (addressChanged) return { ok: true, resetToken: null }
  // Until the reset, the intruder's password works, and more can be added.
  const about = { userId, kind: 'reset_password', email, sessionId } as const
  return { ok: true, resetToken: await issueEmailToken(tx, about, now) }
}

/** An unread notice would hide the next sign-in from the same device and address for an hour. */
async function markNoticesRead(
  tx: Tx,
  { userId, sessionIds, now }: { userId: string; sessionIds: readonly string[]; now: Date },
): Promise<void> {
  const read = await markItemsRead(tx, { userId, ids: sessionIds, now })
  const itemId = sessionIds.length === 1 ? sessionIds[0]! : null
  if (read > 0) await publishInboxChanged(tx, [{ userId, reason: 'read', itemId }])
}
