import { claimExternalFlow } from '@/lib/auth/claim-external-flow'
import { finishExternalSignIn } from '@/lib/auth/finish-external-sign-in'
import { providerLabel } from '@/lib/external/enabled-providers'
import { refusalOf } from '@/lib/http/refusal-of'
import { maskEmail } from '@/lib/users/mask-email'
import { doneCookies, noticeCookies, type ActionDone } from '@/lib/web/action-done'
import { failedSignInPath } from '@/lib/web/begin-external-sign-in'
import { backToConnections, CONNECTIONS_PATH } from '@/lib/web/continue-linking-page'
import { defineVisit } from '@/lib/web/define-visit'
import { findVisitor } from '@/lib/web/find-visitor'
import { gateKeepers } from '@/lib/web/gate-keepers'
import { oauthBrowserOf, oauthSetCookie } from '@/lib/web/oauth-cookie'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { seeOther } from '@/lib/web/see-other'
import { sessionSetCookies } from '@/lib/web/session-cookies'
import { signInDone } from '@/lib/web/sign-in-done'

/**
 * Answers `/auth/oauth/<provider>/callback`: signed in, or at the second step, or back where the person came from with the reason.
 * Nothing of what the provider sent is shown.
 */
export const endExternalSignIn = defineVisit(async ({ ctx, headers, query, params }) => {
  const cookies = headers.get('cookie')
  const provider = params.provider ?? ''
  const claimed = await claimExternalFlow({ provider, query, browser: oauthBrowserOf(cookies) }, ctx)
  if (!claimed.ok)
    return claimed.code === 'oauth_provider_disabled'
      ? refusalAnswer(claimed, { headers, path: '/auth/login' })
      : seeOther(failedSignInPath(claimed.code, null))
  const { flow } = claimed
  const visitor = flow.link ? await findVisitor(headers, gateKeepers(ctx.now, ctx)) : null
  const finished = await finishExternalSignIn(
    { ...claimed, query, visitor: visitor?.principal ?? null },
    ctx,
  ).catch((error: unknown) => refusalOf(error, ctx.requestId))
  const renewed = visitor?.session ? sessionSetCookies(visitor.session) : []
  if (!finished.ok)
    return flow.link
      ? backToConnections(finished.code, renewed)
      : seeOther(failedSignInPath(finished.code, flow.nextPath))
  if (finished.kind === 'confirm-email') return goOn(linkSent(finished, oauthSetCookie(claimed.browser)))
  if (finished.kind === 'signed-in') return goOn(signInDone(finished.signIn, flow.nextPath))
  const linked = { notice: 'identity_linked', values: { provider } }
  return goOn({ redirect: CONNECTIONS_PATH, cookies: renewed, ...linked })
})

/** The same whether the address has an account here or not, and whether a mail is due or its budget is spent. */
function linkSent(sent: { email: string; provider: string }, cookie: string): ActionDone {
  const values = { email: maskEmail(sent.email), provider: providerLabel(sent.provider) }
  return { redirect: '/auth/check-mail', notice: 'sign_in_link_sent', values, cookies: [cookie] }
}

function goOn(done: ActionDone): Response {
  return seeOther(done.redirect, [...doneCookies(done), ...noticeCookies(done)])
}
