import { consumeUnprovenSignIn, findUnprovenSignIn } from '@/lib/accounts/unproven-sign-in.store'
import { enabledProviders, providerLabel } from '@/lib/config/providers/enabled-providers'
import { auditExternalRefusal } from '@/lib/identity/oauth/external-refusal'
import { findOrCreateUser } from '@/lib/identity/oauth/find-or-create-user'
import { completeExternalStep } from '@/lib/identity/oauth/finish-sign-in'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inRacedTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type ProblemCode, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** The result of a sign-in whose link was used. `nextPath` is where the user was going. */
export type Confirmed = { nextPath: string | null } & (
  { signIn: SignIn } | { refused: ProblemCode }
)

/**
 * What the page of an emailed link shows. Null when the link is unknown, used or expired, or its
 * provider is disabled. In any browser other than the one that signed in, it reveals nothing else.
 * Nothing is consumed.
 */
export async function inspectUnprovenSignIn(by: {
  token: string
  browser: string | null
  now: Date
}): Promise<{ here: false } | { here: true; email: string; provider: string } | null> {
  const { token, browser, now } = by
  const link = await findUnprovenSignIn(db(), { token, providers: enabledProviders(), now })
  if (!link) return null
  if (browser === null || !equalBytes(sha256(browser), link.browserHash)) return { here: false }
  return { here: true, email: link.email, provider: providerLabel(link.provider) }
}

/**
 * Completes a sign-in with a provider that has not verified the address, using the link that was
 * sent there, once, in the browser that signed in. From here on the address counts as verified, and
 * the rules are those of any other sign-in with a provider.
 */
export async function confirmExternalSignIn(
  { token, browser }: { token: string; browser: string | null },
  ctx: RequestContext,
): Promise<Outcome<Confirmed>> {
  const confirmed = await inRacedTransaction(async (tx): Promise<Confirmed | null> => {
    const by = { token, browser, providers: enabledProviders(), now: ctx.now }
    const asked = await consumeUnprovenSignIn(tx, by)
    if (!asked) return null
    const { identity, nextPath } = asked
    const found = await findOrCreateUser(tx, identity, ctx)
    if (found.ok) return { nextPath, signIn: await completeExternalStep(tx, found, ctx) }
    const { code: reason, userId } = found
    await auditExternalRefusal(tx, ctx, { provider: identity.provider, reason, userId })
    return { nextPath, refused: reason }
  })
  if (confirmed) return { ok: true, ...confirmed }
  const reason = 'invalid_or_expired_token'
  await auditExternalRefusal(db(), ctx, { reason })
  return refuse(reason)
}
