import { continueLinking } from '@/lib/auth/continue-linking'
import { brandedMessages } from '@/lib/brand/branded-messages'
import { findEnabledProvider, providerLabel } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import { refuse, type ProblemCode } from '@/lib/platform/problems'
import { defineVisit } from '@/lib/web/define-visit'
import { findVisitor } from '@/lib/web/find-visitor'
import { noticeSetCookie } from '@/lib/web/form-outcome'
import { gateKeepers } from '@/lib/web/gate-keepers'
import { NONCE } from '@/lib/http/internal-headers'
import { oauthBrowserOf, oauthSetCookie } from '@/lib/web/oauth-cookie'
import { plainLinkPage } from '@/lib/http/plain-page'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { loginPath } from '@/lib/web/safe-redirect'
import { seeOther } from '@/lib/web/see-other'
import { sessionSetCookies } from '@/lib/web/session-cookies'

/** Where people connect and disconnect providers. */
export const CONNECTIONS_PATH = '/dashboard/account/connections'

/**
 * Answers `/auth/oauth/<provider>/link?reference=…`, where the form of the connections page leads: a page that goes on to the
 * provider by itself, and by a link.
 */
export const continueLinkingPage = defineVisit(async ({ ctx, headers, query, params }) => {
  const provider = findEnabledProvider(params.provider ?? '')
  if (!provider) return refusalAnswer(refuse('oauth_provider_disabled'), { headers, path: CONNECTIONS_PATH })
  const visitor = await findVisitor(headers, gateKeepers(ctx.now, ctx))
  if (!visitor) return seeOther(loginPath(CONNECTIONS_PATH))
  const renewed = visitor.session ? sessionSetCookies(visitor.session) : []
  const reference = query.get('reference') ?? ''
  const browser = oauthBrowserOf(headers.get('cookie'))
  const begun = await continueLinking({ provider, reference, browser }, visitor.principal, ctx)
  if (!begun.ok) return backToConnections(begun.code, renewed)
  const { onward } = brandedMessages(ctx.locale).pages
  const title = formatMessage(onward.providerTitle, { provider: providerLabel(provider) })
  const html = plainLinkPage({
    locale: ctx.locale,
    nonce: headers.get(NONCE) ?? '',
    title,
    text: onward.providerText,
    link: { href: begun.location, label: title },
    atOnce: true,
  })
  const answer = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  ;[...renewed, oauthSetCookie(begun.browser)].forEach((cookie) => answer.append('set-cookie', cookie))
  return new Response(html, { headers: answer })
})

/** The connections page, saying why nothing was connected. */
export function backToConnections(code: ProblemCode, cookies: readonly string[]): Response {
  return seeOther(CONNECTIONS_PATH, [...cookies, noticeSetCookie({ code })])
}
