import { needsRecentSignIn } from '@/lib/auth/needs-recent-sign-in'
import { proveOwner } from '@/lib/auth/prove-owner'
import { discardShownInvitations, issueEmailToken, lifetimeOf } from '@/lib/email-tokens/email-token.store'
import { mailedLink } from '@/lib/mail/compose-mail'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import type { HeldUser } from '@/lib/users/managed-user.store'
import { findCredentials } from '@/lib/users/user.store'

/** A link with which an account gets its first password. Whoever has it can use it, once. */
export interface InvitationLink {
  url: string
  expiresAt: Date
}

/**
 * Makes a link with which an invited person chooses a password, for the administrator to hand over where mail does not arrive. It is
 * shown once: only its hash is stored. An earlier one made this way stops working; links that were mailed go on. Needs
 * `users:activate` and a credential given just now: a sign-in of the last ten minutes, or the password. Refuses `conflict` once the
 * account is in use. What the link is worth is decided when it is used (accept-invitation.ts).
 */
export async function createInvitationLink(
  actor: Principal,
  { password, ...target }: UserTarget & { password?: string | undefined },
  ctx: RequestContext,
): Promise<Outcome<{ link: InvitationLink }>> {
  const proven = await proveActor(actor, password, ctx)
  if (!proven.ok) return proven
  let link: InvitationLink | null = null
  const change = async (tx: Tx, { id: userId, email, status, awaitsInvited }: HeldUser) => {
    if (status === 'deleted') return refuseDeleted()
    if (!awaitsInvited) return refuse('conflict', { detail: 'This account has no open invitation.' })
    await discardShownInvitations(tx, userId)
    const invitation = { userId, kind: 'invitation', email, issuedBy: actor.userId } as const
    const token = await issueEmailToken(tx, invitation, ctx.now)
    link = {
      url: mailedLink('invitation', token),
      expiresAt: addSeconds(ctx.now, lifetimeOf('invitation')),
    }
    return { ok: true, details: { expires_at: link.expiresAt.toISOString() } } as const
  }
  const act = { permission: 'users:activate', action: 'user.invitation_link_created' } as const
  const changed = await changeUser({ actor, ...target, ...act, change }, ctx)
  return changed.ok ? { ok: true, link: link! } : changed
}

async function proveActor(
  actor: Principal,
  password: string | undefined,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!needsRecentSignIn(actor, ctx.now)) return { ok: true }
  const credentials = await findCredentials(db(), actor.userId)
  if (!credentials) return refuse('session_revoked')
  const refusedAction = 'user.invitation_link_refused'
  return proveOwner(credentials, { password, refusedAction }, actor, ctx)
}
