import type { z } from 'zod'
import type { signInResponse } from '@/lib/auth/auth.answers'
import type { SignIn } from '@/lib/auth/pass-first-step'
import { presentTokens } from '@/lib/http/present-tokens'

/** What the API answers to a first step: the token body, or what the second step needs. Lifetimes in seconds. */
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
