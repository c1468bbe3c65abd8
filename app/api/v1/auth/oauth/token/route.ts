import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { presentSignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { signInResponse } from '@/lib/identity/auth.responses'
import { oauthTokenBody } from '@/lib/identity/auth.schemas'
import { redeemHandoff } from '@/lib/identity/oauth/redeem-handoff'

export const POST = defineRoute({
  operationId: 'exchangeOAuthCode',
  tag: 'Sign-in providers',
  summary:
    'Exchange a native app’s one-time code for tokens, or for an MFA challenge if two-step verification is on',
  access: 'public',
  headers: { deviceToken },
  body: oauthTokenBody,
  responses: { 200: signInResponse },
  refusals: ['oauth_failed', 'account_disabled', 'account_link_required', 'identity_taken'],
  handle: async ({ body, ctx }) => {
    const { code, code_verifier: codeVerifier, redirect_uri: redirectUri } = body
    const result = await redeemHandoff({ code, codeVerifier, redirectUri }, ctx)
    return result.ok ? { status: 200, body: presentSignIn(result.signIn) } : result
  },
})
