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
  z.object({ intent: z.literal('setup_cancelled') }),
  z.object({ intent: z.literal('codes_saved') }),
])

/** The result: content that stays on the page until it is confirmed, or only a notice. */
type Followed = { shown: OneTimeContent } | { notice: string }

export const changeSecondFactor = defineAction({
  access: 'authenticated',
  lacking: ['enrol'],
  body,
  handle: async (
    asked,
    { ctx, principal },
  ): Promise<Outcome<{ cookie: string; notice?: string }>> => {
    const outcome = await follow(asked, principal, ctx)
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
  asked: z.output<typeof body>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<Followed>> {
  switch (asked.intent) {
    case 'setup': {
      const begun = await setupMfa({ password: asked.password }, principal, ctx)
      return begun.ok ? { ok: true, shown: { kind: 'enrolment' } } : begun
    }
    case 'enable':
      return showCodes('enabled', await enableMfa({ code: asked.code }, principal, ctx))
    case 'renew': {
      const { code, password } = asked
      return showCodes('renewed', await renewRecoveryCodes({ code, password }, principal, ctx))
    }
    case 'disable': {
      const off = await disableMfa({ code: asked.code, password: asked.password }, principal, ctx)
      return off.ok ? { ok: true, notice: 'mfa_disabled' } : off
    }
    case 'setup_cancelled':
    case 'codes_saved':
      return { ok: true, notice: asked.intent }
  }
}

function showCodes(
  why: 'enabled' | 'renewed',
  outcome: Outcome<{ recoveryCodes: string[] }>,
): Outcome<Followed> {
  if (!outcome.ok) return outcome
  return { ok: true, shown: { kind: 'recovery_codes', codes: outcome.recoveryCodes, why } }
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** One form per passkey and action, so that a refusal appears in the form that was submitted. */
const passkeysBody = z.object({
  intent: z.string().regex(new RegExp(`^passkey_(?:add|(?:rename|remove)_${ID})$`), {
    error: 'invalid',
  }),
  name: z.preprocess((typed) => (typed === '' ? undefined : typed), passkeyName.optional()),
  passkey: registrationField.optional(),
  current_password: ownPassword,
})

export const changePasskeys = defineAction({
  access: 'authenticated',
  lacking: ['enrol'],
  body: passkeysBody,
  handle: async (asked, { ctx, principal }): Promise<Outcome<{ notice: string }>> => {
    const [, act, id = ''] = asked.intent.split('_')
    const done = await changePasskey({ ...asked, act, id }, principal, ctx)
    if (done.ok) return { ok: true, notice: PASSKEY_NOTICES[act as keyof typeof PASSKEY_NOTICES] }
    return atPasswordField(done, 'current_password')
  },
  done: ({ notice }, { here }) => ({ redirect: here, notice }),
})

const PASSKEY_NOTICES = {
  add: 'passkey_added',
  rename: 'passkey_renamed',
  remove: 'passkey_removed',
} as const

async function changePasskey(
  asked: z.output<typeof passkeysBody> & { act: string | undefined; id: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { act, id, name, passkey } = asked
  if (act === 'remove')
    return removePasskey({ id, password: asked.current_password }, principal, ctx)
  if (act === 'rename')
    return name
      ? renamePasskey({ id, name }, principal, ctx)
      : refuse('validation_failed', { errors: [fieldError(['name'], 'required')] })
  return passkey ? addPasskey({ name, passkey }, principal, ctx) : refuse('passkey_refused')
}
