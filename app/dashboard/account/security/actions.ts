'use server'

import { z } from 'zod'
import { ownPassword } from '@/lib/accounts/user-fields'
import { mfaCodeBody, mfaDisableBody, mfaSetupBody } from '@/lib/identity/auth.schemas'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { disableMfa, renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { addPasskey, removePasskey, renamePasskey } from '@/lib/identity/passkeys/own-passkeys'
import { passkeyName, registrationField } from '@/lib/identity/passkeys/passkeys.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { defineAction } from '@/lib/web/define-action'
import {
  clearedOneTimeSetCookie,
  type OneTimeContent,
  oneTimeSetCookie,
} from '@/lib/web/one-time-cookie'
import { atPasswordField } from '@/lib/web/password-field'

const body = z.discriminatedUnion('intent', [
  mfaSetupBody.extend({ intent: z.literal('setup') }),
  mfaCodeBody.extend({ intent: z.literal('enable') }),
  mfaDisableBody.extend({ intent: z.literal('renew') }),
  mfaDisableBody.extend({ intent: z.literal('disable') }),
  z.object({ intent: z.literal('setup_canceled') }),
  z.object({ intent: z.literal('codes_saved') }),
])

/** The result: content that stays on the page until it is confirmed, or only a notice. */
type Followed = { shown: OneTimeContent } | { notice: string }

export const changeSecondFactor = defineAction({
  access: 'authenticated',
  lacking: ['enroll'],
  body,
  handle: async (
    form,
    { ctx, principal },
  ): Promise<Outcome<{ cookie: string; notice?: string }>> => {
    const outcome = await follow(form, principal, ctx)
    if (!outcome.ok) return atItsField(outcome)
    return 'notice' in outcome
      ? { ok: true, cookie: clearedOneTimeSetCookie(), notice: outcome.notice }
      : { ok: true, cookie: oneTimeSetCookie(outcome.shown, principal, ctx.now) }
  },
  done: ({ cookie, notice }, { here }) => ({
    redirect: here,
    cookies: [cookie],
    notice,
  }),
})

function atItsField(refusal: Refusal): Refusal {
  return refusal.code === 'invalid_mfa_code'
    ? { ...refusal, errors: [fieldError(['code'], 'wrong_code')] }
    : atPasswordField(refusal)
}

async function follow(
  form: z.output<typeof body>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<Followed>> {
  switch (form.intent) {
    case 'setup': {
      const begun = await setupMfa({ password: form.password }, principal, ctx)
      return begun.ok ? { ok: true, shown: { kind: 'enrolment' } } : begun
    }
    case 'enable':
      return showCodes('enabled', await enableMfa({ code: form.code }, principal, ctx))
    case 'renew': {
      const { code, password } = form
      return showCodes('renewed', await renewRecoveryCodes({ code, password }, principal, ctx))
    }
    case 'disable': {
      const off = await disableMfa({ code: form.code, password: form.password }, principal, ctx)
      return off.ok ? { ok: true, notice: 'mfa_disabled' } : off
    }
    case 'setup_canceled':
    case 'codes_saved':
      return { ok: true, notice: form.intent }
  }
}

function showCodes(
  why: 'enabled' | 'renewed',
  outcome: Outcome<{ recoveryCodes: string[] }>,
): Outcome<Followed> {
  if (!outcome.ok) return outcome
  return { ok: true, shown: { kind: 'recovery_codes', codes: outcome.recoveryCodes, why } }
}

export const createPasskey = defineAction({
  access: 'authenticated',
  lacking: ['enroll'],
  body: z.object({
    name: z.preprocess((typed) => (typed === '' ? undefined : typed), passkeyName.optional()),
    passkey: registrationField.optional(),
  }),
  handle: async ({ name, passkey }, { ctx, principal }) =>
    passkey ? addPasskey({ name, passkey }, principal, ctx) : refuse('passkey_refused'),
  done: (_, { here }) => ({ redirect: here, notice: 'passkey_added' }),
})

export const changePasskeyName = defineAction({
  access: 'authenticated',
  lacking: ['enroll'],
  body: z.object({ passkey_id: z.uuid(), name: passkeyName }),
  handle: ({ passkey_id: id, name }, { ctx, principal }) =>
    renamePasskey({ id, name }, principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'passkey_renamed' }),
})

export const deletePasskey = defineAction({
  access: 'authenticated',
  lacking: ['enroll'],
  body: z.object({ passkey_id: z.uuid(), current_password: ownPassword }),
  handle: async ({ passkey_id: id, current_password: password }, { ctx, principal }) => {
    const removed = await removePasskey({ id, password }, principal, ctx)
    return removed.ok ? removed : atPasswordField(removed, 'current_password')
  },
  done: (_, { here }) => ({ redirect: here, notice: 'passkey_removed' }),
})
