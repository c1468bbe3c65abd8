import { z } from 'zod'
import { ownPassword } from '@/lib/accounts/user-fields'
import { settings } from '@/lib/config/settings'
import { requestInstant, webPrincipal } from '@/lib/http/pages/page-principal'
import { isOwnOrigin } from '@/lib/http/request-checks'
import { withinLimits } from '@/lib/http/request-limits'
import { toRefusal } from '@/lib/http/wire-response'
import type { CreationOptions, RequestOptions } from '@/lib/identity/passkeys/passkey.responses'
import {
  startPasskeyCreation,
  startPasskeyProof,
  startPasskeySignIn,
  startPasskeyStep,
} from '@/lib/identity/passkeys/passkey-options'
import { newSecretToken } from '@/lib/platform/crypto'
import { type Outcome, problems, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { localeOf } from '@/lib/web/preferences'
import { refusedState } from '@/lib/web/refusals'
import { mfaTokenOf, passkeySecretOf, passkeySetCookie } from '@/lib/web/sign-in-steps'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

const body = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('sign_in') }),
  z.strictObject({ for: z.literal('second_step') }),
  z.strictObject({ for: z.literal('reauthenticate') }),
  z.strictObject({ for: z.literal('create'), password: ownPassword }),
])

type Asked = z.output<typeof body>
type Started = Outcome<{ options: RequestOptions | CreationOptions; cookie?: string }>

/**
 * Hands out the options that a script passes to the browser's passkey functions; the answer is then
 * the field of a form. Only from this origin. A refusal has the text for the page.
 */
export async function answerPasskeyOptions(request: Request): Promise<Response> {
  const { headers } = request
  const more: Record<string, string> = { 'cache-control': 'no-store' }
  const result = await start(request, more).catch((error: unknown) =>
    toRefusal(error, webRequestId(headers)),
  )
  if (!result.ok) {
    const about = { locale: localeOf(headers), requestId: webRequestId(headers) }
    const { message, errors } = refusedState(result, about)
    const texts = { code: result.code, message: Object.values(errors)[0] ?? message }
    return Response.json(texts, { status: problems[result.code][0], headers: more })
  }
  if (result.cookie) more['set-cookie'] = result.cookie
  return Response.json({ options: result.options }, { headers: more })
}

async function start(request: Request, more: Record<string, string>): Promise<Started> {
  const { headers } = request
  if (!isOwnOrigin(headers, settings())) return refuse('origin_not_allowed')
  const ctx = webRequestContext(headers)
  return withinLimits(['address'], ctx, more, {
    authorize: async () => ({ ok: true, principal: null }),
    proceed: async () => {
      const parsed = body.safeParse(await request.json().catch(() => null))
      return parsed.success ? startFor(parsed.data, headers, ctx) : refuse('bad_request')
    },
  })
}

async function startFor(asked: Asked, headers: Headers, ctx: RequestContext): Promise<Started> {
  const cookies = headers.get('cookie')
  if (asked.for === 'sign_in') {
    const secret = passkeySecretOf(cookies) ?? newSecretToken()
    const started = await startPasskeySignIn({ secret }, ctx)
    return started.ok ? { ...started, cookie: passkeySetCookie(secret) } : started
  }
  if (asked.for === 'second_step') {
    const mfaToken = mfaTokenOf(cookies)
    return mfaToken ? startPasskeyStep({ mfaToken }, ctx) : refuse('mfa_challenge_expired')
  }
  const at = requestInstant(headers)
  const lacking = asked.for === 'create' ? (['enrol'] as const) : (['proof'] as const)
  const who = await webPrincipal(cookies, { at, presentedByBrowser: false, lacking })
  if (!who.ok) return who
  if (who.principal.impersonator) return refuse('impersonation_read_only')
  return startForUser(asked, who.principal, ctx)
}

function startForUser(
  asked: Extract<Asked, { for: 'create' | 'reauthenticate' }>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Started> {
  return asked.for === 'create'
    ? startPasskeyCreation({ password: asked.password }, principal, ctx)
    : startPasskeyProof(principal, ctx)
}
