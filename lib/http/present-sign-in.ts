import type { z } from 'zod'
import type { signInResponse, tokenResponse } from '@/lib/identity/auth.responses'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'

/**
 * The API response to the first step of a sign-in: the tokens, or what two-step verification needs.
 * Lifetimes in seconds.
 */
export function presentSignIn(signIn: SignIn): z.output<typeof signInResponse> {
  if ('session' in signIn) return presentTokens(signIn.session)
  const { mfaToken, expiresInSeconds } = signIn.challenge
  return {
    status: 'mfa_required',
    mfa_token: mfaToken,
    methods: ['totp', 'recovery_code'],
    expires_in: expiresInSeconds,
  }
}

/** The token response of the API. Lifetimes in seconds. */
export function presentTokens(session: IssuedSession): z.output<typeof tokenResponse> {
  return {
    access_token: session.accessToken,
    token_type: 'Bearer',
    expires_in: session.accessExpiresInSeconds,
    refresh_token: session.refreshToken,
    refresh_expires_in: session.refreshExpiresInSeconds,
    session_id: session.sessionId,
    device_token: session.deviceToken,
    user: session.user,
  }
}
