import { checkMayActOn, checkPermissionHeld } from '@/lib/access/administer'
import { lockCatalog } from '@/lib/access/catalog.store'
import {
  consumeEmailToken,
  discardEmailTokens,
  peekEmailToken,
} from '@/lib/accounts/email-token.store'
import { claimInvitedUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockFactorsForUpdate } from '@/lib/identity/mfa/factor.store'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { endUnprovenAccess } from '@/lib/identity/registration/email-links'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

interface Acceptance {
  token: string
  name: string | null
  passwordHash: string
}

/**
 * Accepts an invitation: the account becomes active with the password that its owner chooses, and
 * the owner is signed in. An emailed link proves access to the mailbox, so the address becomes
 * verified. A link shown to an administrator proves nothing, and is only as valid as that
 * administrator when it is used: they must still be allowed to invite, and to manage the account,
 * whatever roles it was given since. Of concurrent uses of the token one wins; a weak password
 * consumes nothing.
 */
export async function acceptInvitation(
  input: { token: string; name?: string | null; password: string },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  // Checked before hashing, so that an invalid token can't cause hash work. The write below
  // decides.
  const owner = await peekEmailToken(db(), { token: input.token, kind: 'invitation', now: ctx.now })
  if (!owner) return refuse('invalid_or_expired_token')
  const weak = checkPasswordStrength(input.password, { email: owner.email, pointer: '/password' })
  if (weak) return weak
  const passwordHash = await hashPassword(input.password)
  const acceptance = { token: input.token, name: input.name ?? null, passwordHash }
  return inTransaction(async (tx) => {
    // Locked before any row, like in every administrative write, because the issuer's permissions
    // must not change until the account is claimed.
    if (owner.issuedBy) await lockCatalog(tx)
    await lockFactorsForUpdate(tx, owner.userId)
    return acceptOnce(tx, acceptance, ctx)
  })
}

async function acceptOnce(
  tx: Tx,
  { token, ...claim }: Acceptance,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const consumed = await consumeEmailToken(tx, { token, kind: 'invitation', now: ctx.now })
  if (!consumed) return refuse('invalid_or_expired_token')
  const { userId, email, issuedBy } = consumed
  if (issuedBy && (await checkIssuer(tx, issuedBy, userId)))
    return refuse('invalid_or_expired_token')
  const verifiedAt = issuedBy ? null : ctx.now
  if (!(await claimInvitedUser(tx, { ...claim, userId, email, verifiedAt, now: ctx.now })))
    return refuse('invalid_or_expired_token')
  await endUnprovenAccess(tx, { userId, now: ctx.now })
  await discardEmailTokens(tx, { userId })
  await publish(tx, { type: 'user.changed', userId })
  await recordAudit(tx, ctx, {
    action: 'invitation.accepted',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    ...(issuedBy && { details: { link_shown_to: issuedBy } }),
  })
  const session = await establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false })
  return session ? { ok: true, session } : refuse('invalid_or_expired_token')
}

async function checkIssuer(tx: Tx, issuedBy: string, userId: string): Promise<Refusal | null> {
  const issuer = { userId: issuedBy, limitedTo: null }
  return (
    (await checkPermissionHeld(tx, issuer, 'users:activate')) ??
    (await checkMayActOn(tx, issuer, userId))
  )
}
