'use server'

import { z } from 'zod'
import { mfaCodeBody } from '@/lib/identity/auth.schemas'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { assertionField } from '@/lib/identity/passkeys/passkeys.schemas'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { fieldError } from '@/lib/platform/field-errors'
import type { Outcome } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { loginPath } from '@/lib/web/safe-redirect'
import { clearedMfaSetCookie, mfaTokenOf, signInSuccess } from '@/lib/web/sign-in-steps'

type Step = Parameters<typeof signInSuccess>[0] | { gone: true }

export const verifySecondStep = defineAction({
  access: 'public',
  body: mfaCodeBody.extend({ trust: z.literal('on').optional() }),
  handle: async ({ code, trust }, { ctx, cookieHeader }): Promise<Outcome<Step>> => {
    const mfaToken = mfaTokenOf(cookieHeader)
    if (!mfaToken) return { ok: true, gone: true }
    const outcome = await completeSecondStep({ mfaToken, code, trust: trust === 'on' }, ctx)
    if (outcome.ok) return outcome
    // No code can fix this: the user has to start the sign-in again.
    if (outcome.code === 'mfa_challenge_expired') return { ok: true, gone: true }
    return outcome.code === 'invalid_mfa_code'
      ? { ...outcome, errors: [fieldError(['code'], 'wrong_code')] }
      : outcome
  },
  done: finish,
})

export const verifyPasskey = defineAction({
  access: 'public',
  body: z.object({ passkey: assertionField }),
  handle: async ({ passkey }, { ctx, cookieHeader }): Promise<Outcome<Step>> => {
    const mfaToken = mfaTokenOf(cookieHeader)
    if (!mfaToken) return { ok: true, gone: true }
    const outcome = await completeWithPasskey({ mfaToken, passkey }, ctx)
    return outcome.ok || outcome.code !== 'mfa_challenge_expired'
      ? outcome
      : { ok: true, gone: true }
  },
  done: finish,
})

function finish(step: Step, { query }: { query: URLSearchParams }): ActionSuccess {
  return {
    ...('gone' in step
      ? { redirect: loginPath(query.get('next'), 'mfa_challenge_expired') }
      : signInSuccess(step, query.get('next'))),
    cookies: [clearedMfaSetCookie()],
  }
}
