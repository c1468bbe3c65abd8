'use server'

import { z } from 'zod'
import { mfaCodeBody } from '@/lib/identity/auth.schemas'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { assertionField } from '@/lib/identity/passkeys/passkeys.schemas'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { fieldError } from '@/lib/platform/field-errors'
import type { Outcome, ProblemCode } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { loginPath } from '@/lib/web/safe-redirect'
import { mfaCookie } from '@/lib/web/sign-in-cookies'
import { signInSuccess } from '@/lib/web/sign-in-steps'

type Step = Parameters<typeof signInSuccess>[0] | { gone: ProblemCode }

/** Whether no code can help: the user has to start the sign-in again. */
const isOver = (code: ProblemCode) =>
  ['mfa_challenge_expired', 'account_link_required', 'identity_taken'].includes(code)

export const verifySecondStep = defineAction({
  access: 'public',
  body: mfaCodeBody.extend({ trust: z.literal('on').optional() }),
  handle: async ({ code, trust }, call): Promise<Outcome<Step>> => {
    const mfaToken = mfaCookie.read(call.cookieHeader)
    if (!mfaToken) return { ok: true, gone: 'mfa_challenge_expired' }
    const answer = { mfaToken, code, trust: trust === 'on' }
    const outcome = await completeSecondStep(answer, call.ctx)
    if (outcome.ok) return outcome
    if (isOver(outcome.code)) return { ok: true, gone: outcome.code }
    return outcome.code === 'invalid_mfa_code'
      ? { ...outcome, errors: [fieldError(['code'], 'wrong_code')] }
      : outcome
  },
  done: finish,
})

export const verifyPasskey = defineAction({
  access: 'public',
  body: z.object({ passkey: assertionField }),
  handle: async ({ passkey }, call): Promise<Outcome<Step>> => {
    const mfaToken = mfaCookie.read(call.cookieHeader)
    if (!mfaToken) return { ok: true, gone: 'mfa_challenge_expired' }
    const outcome = await completeWithPasskey({ mfaToken, passkey }, call.ctx)
    if (outcome.ok) return outcome
    return isOver(outcome.code) ? { ok: true, gone: outcome.code } : outcome
  },
  done: finish,
})

function finish(step: Step, { query }: { query: URLSearchParams }): ActionSuccess {
  return {
    ...('gone' in step
      ? { redirect: loginPath(query.get('next'), step.gone) }
      : signInSuccess(step, query.get('next'))),
    cookies: [mfaCookie.cleared()],
  }
}
