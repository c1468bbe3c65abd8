import { proveAssertedAddress } from '@/lib/accounts/asserted-address.store'
import { discardEmailTokens } from '@/lib/accounts/email-token.store'
import { findUnprovenCodeOwner } from '@/lib/accounts/sign-in-code.store'
import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockIdentities } from '@/lib/identity/account/account-locks.store'
import { endUnprovenAccess } from '@/lib/identity/registration/email-links'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Locks what `proveByCode` removes, before a code is tried: the sign-in then only shares the user's
 * row, and two that share it could not both change it.
 */
export async function lockUnproven(tx: Tx, secret: string): Promise<void> {
  const userId = await findUnprovenCodeOwner(tx, secret)
  if (userId === null) return
  await lockIdentities(tx, userId)
  await lockUser(tx, userId)
}

/**
 * The first proof that the owner of an imported address can read its mailbox: what was set up in the
 * account before is removed, with the password.
 */
export async function proveByCode(tx: Tx, userId: string, ctx: RequestContext): Promise<void> {
  if (!(await proveAssertedAddress(tx, { userId, now: ctx.now }))) return
  await endUnprovenAccess(tx, userId, ctx)
  await discardEmailTokens(tx, { userId })
  await publish(tx, { type: 'user.changed', userId })
  await recordAudit(tx, ctx, {
    action: 'email.verified',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { password: 'removed' },
  })
}
