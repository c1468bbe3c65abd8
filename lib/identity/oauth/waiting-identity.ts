import { emailField } from '@/lib/accounts/user-fields'
import type { WaitingIdentity } from '@/lib/identity/mfa/challenge.store'
import { auditExternalRefusal } from '@/lib/identity/oauth/external-refusal'
import {
  findLocalAccount,
  linkIdentity,
  type LocalAccount,
} from '@/lib/identity/oauth/identity.store'
import { reportIdentity } from '@/lib/identity/oauth/link-identity'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

// Only a completed sign-in connects a provider account. If the account has a second factor, the
// provider account is stored with the challenge until then: connected earlier, it would let someone
// who can't pass the second step sign in as soon as the factor is removed.

/** Whether an account may be connected by its address alone. Null if so. */
export function checkConnectable(local: LocalAccount): Refusal | null {
  if (local.awaitsApproval) return refuse('approval_pending')
  if (local.status === 'deactivated' || local.status === 'deleted')
    return refuse('account_disabled')
  if (local.holdsPermissions) return refuse('account_link_required')
  if (local.status === 'pending' || local.onlyAsserted) return null
  // The account's address may have been changed to an unproven one, which says nothing about who
  // owns the account.
  return !local.emailVerified || local.hasProvider ? refuse('account_link_required') : null
}

/**
 * Checks that the account may still be connected, before its session is opened; a refusal is
 * audited. `identity` is null if it is connected by now. The caller holds the user's row.
 */
export async function checkWaitingIdentity(
  tx: Tx,
  { userId, identity }: { userId: string; identity: WaitingIdentity | null },
  ctx: RequestContext,
): Promise<Outcome<{ identity: WaitingIdentity | null }>> {
  if (!identity) return { ok: true, identity }
  const { provider, subject } = identity
  const email = emailField.safeParse(identity.email).data ?? null
  const local = await findLocalAccount(tx, { provider, subject, email })
  if (local?.ownsIdentity && local.id === userId) return { ok: true, identity: null }
  const refusal = refusalOf(local, userId)
  if (!refusal) return { ok: true, identity }
  await auditExternalRefusal(tx, ctx, { provider, reason: refusal.code, userId })
  return refusal
}

function refusalOf(local: LocalAccount | null, userId: string): Refusal | null {
  if (local?.ownsIdentity) return refuse('identity_taken')
  return local?.id === userId ? checkConnectable(local) : refuse('account_link_required')
}

/** Connects it, and notifies the owner. Throws LostRace. */
export async function connectWaitingIdentity(
  tx: Tx,
  { userId, identity }: { userId: string; identity: WaitingIdentity },
  ctx: RequestContext,
): Promise<void> {
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await reportIdentity(tx, { action: 'identity.linked', userId, provider: identity.provider }, ctx)
}
