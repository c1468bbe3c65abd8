import { startExternalSignIn, type TripBegun } from '@/lib/auth/start-external-sign-in'
import { chargeAddress } from '@/lib/http/request-limits'
import type { ProblemCode } from '@/lib/platform/problems'
import { defineVisit } from '@/lib/web/define-visit'
import { oauthBrowserOf, oauthSetCookie } from '@/lib/web/oauth-cookie'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { loginPath, safeNextPath } from '@/lib/web/safe-redirect'
import { seeOther } from '@/lib/web/see-other'

/**
 * Answers `/auth/oauth/<provider>?next=…`: leads the browser to the provider. A link on another site leads to the sign-in page
 * instead: a provider may answer without a word, and nobody is to be signed in who did not ask for it.
 */
export const beginExternalSignIn = defineVisit(async ({ ctx, headers, query, params }) => {
  const provider = params.provider ?? ''
  const path = `/auth/oauth/${provider}`
  const limited = await chargeAddress(ctx.ip)
  if (limited.refusal) return withHeaders(refusalAnswer(limited.refusal, { headers, path }), limited.headers)
  const nextPath = safeNextPath(query.get('next'))
  if (/^(cross-site|same-site)$/.test(headers.get('sec-fetch-site') ?? ''))
    return seeOther(loginPath(nextPath))
  const begun = await startExternalSignIn(
    { provider, browser: oauthBrowserOf(headers.get('cookie')), nextPath },
    ctx,
  )
  if (begun.ok) return withHeaders(toProvider(begun), limited.headers)
  if (begun.code === 'oauth_provider_disabled') return refusalAnswer(begun, { headers, path: '/auth/login' })
  return seeOther(failedSignInPath(begun.code, nextPath))
})

/** The sign-in page, saying why there was no sign-in. */
export function failedSignInPath(code: ProblemCode, nextPath: string | null): string {
  const path = loginPath(nextPath)
  return `${path}${path.includes('?') ? '&' : '?'}error=${code}`
}

function toProvider({ location, browser }: TripBegun): Response {
  const headers = { location, 'set-cookie': oauthSetCookie(browser), 'cache-control': 'no-store' }
  return new Response(null, { status: 302, headers })
}

function withHeaders(answer: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}
