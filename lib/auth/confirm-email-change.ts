import { recordAudit } from '@/lib/audit/record-audit'
import { refuseBadToken } from '@/lib/auth/refuse-bad-token'
import { consumeEmailChange } from '@/lib/email-tokens/email-change.store'
import { discardTokensOfOldAddress } from '@/lib/email-tokens/email-token.store'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, RefusedError, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { findRoleNames } from '@/lib/rbac/role-names.store'
import { deleteUnconfirmed } from '@/lib/registration/unconfirmed.store'
import { maskEmail } from '@/lib/users/mask-email'
import { writeEmail } from '@/lib/users/managed-user.store'
import { presentUser, type PublicUser } from '@/lib/users/public-user'
import { findProfile } from '@/lib/users/user.store'

type Confirmed = Outcome<{ user: PublicUser }>

/**
 * Gives an account the address that its owner asked for, with the token of the link sent there: the address is verified, links
 * that went to the old one are dead, and the old one is told. Sessions go on; none is opened. Of parallel uses one wins. An address that another
 * account took meanwhile changes nothing and is refused like a bad token; an unconfirmed registration of it gives way.
 */
export async function confirmEmailChange(input: { token: string }, ctx: RequestContext): Promise<Confirmed> {
  const confirmed = await inTransaction((tx) => confirmOnce(tx, input.token, ctx)).catch(asRefusal)
  if (confirmed.ok) return confirmed
  const taken = confirmed.code === 'email_taken'
  return refuseBadToken('email.confirmation_refused', ctx, taken ? { taken } : {})
}

async function confirmOnce(tx: Tx, token: string, ctx: RequestContext): Promise<Confirmed> {
  const change = await consumeEmailChange(tx, { token, now: ctx.now })
  if (!change) return refuse('invalid_or_expired_token')
  const { userId, before, after } = change
  await deleteUnconfirmed(tx, [after])
  // Thrown: the change goes on waiting, as if nobody had asked.
  if (!(await writeEmail(tx, { userId, email: after, verifiedAt: ctx.now, now: ctx.now })))
    throw new RefusedError(refuse('email_taken'))
  await discardTokensOfOldAddress(tx, userId)
  await publish(tx, { type: 'user.changed', userId })
  const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
  await tellOwner(tx, { mail: 'address_changed', userId, to: before, ...seen }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'email.changed',
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { before: maskEmail(before), after: maskEmail(after) },
  })
  const user = await findProfile(tx, userId)
  return { ok: true, user: presentUser(user!, await findRoleNames(tx, userId)) }
}

function asRefusal(error: unknown): Confirmed {
  if (error instanceof RefusedError) return error.refusal
  // Somebody registered with it between the look and the write.
  if (isUniqueViolation(error)) return refuse('email_taken')
  throw error
}
