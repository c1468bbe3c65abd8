import type { z } from 'zod'
import { presentTokens } from '@/lib/http/present-tokens'
import type { signInResponse } from '@/lib/identity/auth.responses'
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
