import type { z } from 'zod'
import { findCredentials } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { enabledProviders } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import type { identityResponse } from '@/lib/identity/auth.responses'
import { deleteChallengesOf } from '@/lib/identity/mfa/challenge.store'
import { listIdentitiesOf, unlinkUnlessLast } from '@/lib/identity/oauth/identity.store'
import { reportIdentity } from '@/lib/identity/oauth/link-identity'
import { deleteHandoffsOf } from '@/lib/identity/oauth/oauth-flow.store'
import { listPasskeysOf } from '@/lib/identity/passkeys/passkey.store'
import {
  findReauthMethod,
  hasRecentPassword,
  type ReauthMethod,
  checkRecentSignIn,
} from '@/lib/identity/sign-in/reauthenticate'
import { leavesSignInMethod } from '@/lib/identity/sign-in/sign-in-methods.store'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/** A provider account that opens the signed-in user's account. Times are in RFC 3339. */
export type OwnIdentity = z.output<typeof identityResponse>

const usableMethods = () => ({
  providers: enabledProviders(),
  rpId: settings().passkeys?.rpId ?? null,
})

/**
 * The provider accounts that open the signed-in user's account, which of them can't be disconnected
 * because no other sign-in method would remain, and what forms that connect another one or
 * disconnect one must ask for.
 */
export async function listIdentities(
  principal: SessionPrincipal,
  at: Date = now(),
): Promise<
  Outcome<{
    identities: OwnIdentity[]
    needed: string[]
    hasPassword: boolean
    needsRecentSignIn: boolean
    disconnectProof: ReauthMethod
  }>
> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  const rows = await listIdentitiesOf(db(), principal.userId)
  const passkeys = await listPasskeysOf(db(), principal.userId)
  const hasPassword = user.passwordHash !== null
  const usable = usableMethods()
  const linked = rows.map(({ provider }) => provider)
  const needed = linked.filter((provider) => {
    const providers = linked.filter((other) => other !== provider)
    return !leavesSignInMethod({ hasPassword, providers, passkeys }, usable)
  })
  return {
    ok: true,
    identities: rows.map(({ provider, email, linkedAt, lastUsedAt }) => ({
      provider,
      email,
      linked_at: linkedAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    needed,
    hasPassword,
    needsRecentSignIn: !(await hasRecentPassword(principal, at)),
    disconnectProof: await findReauthMethod(principal, at),
  }
}

/**
 * Disconnects a provider from the signed-in user's account. Requires a recent credential; the last
 * sign-in method can't be removed: without a password, another provider that is enabled here, or a
 * passkey, must remain (`last_way_in`). Ends sign-ins with a provider that wait for their second
 * step.
 */
export async function unlinkIdentity(
  input: { provider: string; password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { userId } = principal
  const { provider, password } = input
  const proof = { password, refusedAction: 'identity.unlink_refused' } as const
  const refusal = await checkRecentSignIn(principal, proof, ctx)
  if (refusal) return refusal
  return inTransaction(async (tx) => {
    const done = await unlinkUnlessLast(tx, {
      principal,
      provider,
      usable: usableMethods(),
      now: ctx.now,
    })
    if (done === 'signed_out') return refuse('session_revoked')
    if (done === 'not_linked') return refuse('not_found')
    if (done === 'last') {
      await recordAudit(tx, ctx, {
        action: 'identity.unlink_refused',
        outcome: 'refused',
        actorId: userId,
        targetId: userId,
        details: { provider, reason: 'last_way_in' },
      })
      return refuse('last_way_in')
    }
    await deleteHandoffsOf(tx, { userId, provider })
    await deleteChallengesOf(tx, { userId, firstStep: 'fed' })
    await reportIdentity(tx, { action: 'identity.unlinked', userId, provider }, ctx)
    return { ok: true }
  })
}
