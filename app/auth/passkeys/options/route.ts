import { z } from 'zod'
import { ownPassword } from '@/lib/accounts/user-fields'
import { requestInstant, webPrincipal } from '@/lib/http/pages/page-principal'
import type { CreationOptions, RequestOptions } from '@/lib/identity/passkeys/passkey.responses'
import {
  startPasskeyCreation,
  startPasskeyProof,
  startPasskeySignIn,
  startPasskeyStep,
} from '@/lib/identity/passkeys/passkey-options'
import { newSecretToken } from '@/lib/platform/crypto'
import { type Outcome, problems, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { defineScriptEndpoint } from '@/lib/web/define-endpoint'
import { localeOf } from '@/lib/web/preferences'
import { refusedState } from '@/lib/web/refusals'
import { mfaCookie, passkeyCookie } from '@/lib/web/sign-in-cookies'
import { webRequestId } from '@/lib/web/web-context'

const body = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('sign_in') }),
  z.strictObject({ for: z.literal('second_step') }),
  z.strictObject({ for: z.literal('reauthenticate') }),
  z.strictObject({ for: z.literal('create'), password: ownPassword }),
])

type Input = z.output<typeof body>
interface Started {
  options: RequestOptions | CreationOptions
  cookie?: string
}

/**
 * Hands out the options that a script passes to the browser's passkey functions; the answer is then
 * the field of a form. Only from this origin. A refusal has the text for the page.
 */
export const POST = defineScriptEndpoint<Started>({
  limits: ['address'],
  run: async (request, ctx) => {
    const parsed = body.safeParse(await request.json().catch(() => null))
    return parsed.success ? startFor(parsed.data, request.headers, ctx) : refuse('bad_request')
  },
  answer: (result, headers) => (result.ok ? started(result) : refused(result, headers)),
})

function started({ options, cookie }: Started): Response {
  const headers = { 'cache-control': 'no-store', ...(cookie && { 'set-cookie': cookie }) }
  return Response.json({ options }, { headers })
}

function refused(refusal: Refusal, headers: Headers): Response {
  const about = { locale: localeOf(headers), requestId: webRequestId(headers) }
  const { message, errors } = refusedState(refusal, about)
  return Response.json(
    { code: refusal.code, message: Object.values(errors)[0] ?? message },
    { status: problems[refusal.code][0], headers: { 'cache-control': 'no-store' } },
  )
}

async function startFor(
  input: Input,
  headers: Headers,
  ctx: RequestContext,
): Promise<Outcome<Started>> {
  const cookies = headers.get('cookie')
  if (input.for === 'sign_in') {
    const secret = passkeyCookie.read(cookies) ?? newSecretToken()
    const begun = await startPasskeySignIn({ secret }, ctx)
    return begun.ok ? { ...begun, cookie: passkeyCookie.set(secret) } : begun
  }
  if (input.for === 'second_step') {
    const mfaToken = mfaCookie.read(cookies)
    return mfaToken ? startPasskeyStep({ mfaToken }, ctx) : refuse('mfa_challenge_expired')
  }
  const at = requestInstant(headers)
  const lacking = input.for === 'create' ? (['enroll'] as const) : (['proof'] as const)
  const who = await webPrincipal(cookies, { at, presentedByBrowser: false, lacking })
  if (!who.ok) return who
  if (who.principal.impersonator) return refuse('impersonation_read_only')
  return startForUser(input, who.principal, ctx)
}

function startForUser(
  input: Extract<Input, { for: 'create' | 'reauthenticate' }>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<Started>> {
  return input.for === 'create'
    ? startPasskeyCreation({ password: input.password }, principal, ctx)
    : startPasskeyProof(principal, ctx)
}
