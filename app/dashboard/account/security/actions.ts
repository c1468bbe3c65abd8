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
import { clearedOneTimeSetCookie, oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { atPasswordField } from '@/lib/web/password-field'

/** Users who have to set up a factor reach only this page. */
const onPage = { access: 'authenticated', lacking: ['enroll'] } as const

/** Shows the secret and asks for the first code, in this session only. */
export const startMfaSetup = defineAction({
  ...onPage,
  body: mfaSetupBody,
  handle: async ({ password }, { ctx, principal }) => {
    const begun = await setupMfa({ password }, principal, ctx)
    if (!begun.ok) return atItsField(begun)
    return { ok: true, cookie: oneTimeSetCookie({ kind: 'enrolment' }, principal, ctx.now) }
  },
  done: ({ cookie }, { here }) => ({ redirect: here, cookies: [cookie] }),
})

/** A form that ends what only this session sees. */
const hideShown = (notice: 'setup_canceled' | 'codes_saved') =>
  defineAction({
    ...onPage,
    body: z.object({}),
    handle: async () => ({ ok: true }),
    done: (_, { here }) => ({ redirect: here, cookies: [clearedOneTimeSetCookie()], notice }),
  })

export const cancelMfaSetup = hideShown('setup_canceled')

export const turnOnMfa = defineAction({
  ...onPage,
  body: mfaCodeBody,
  handle: async ({ code }, { ctx, principal }) =>
    showCodes('enabled', await enableMfa({ code }, principal, ctx), { ctx, principal }),
  done: ({ cookie }, { here }) => ({ redirect: here, cookies: [cookie] }),
})

export const renewMfaCodes = defineAction({
  ...onPage,
  body: mfaDisableBody,
  handle: async ({ code, password }, { ctx, principal }) => {
    const renewed = await renewRecoveryCodes({ code, password }, principal, ctx)
    return showCodes('renewed', renewed, { ctx, principal })
  },
  done: ({ cookie }, { here }) => ({ redirect: here, cookies: [cookie] }),
})

/** The user has saved the recovery codes. */
export const hideMfaCodes = hideShown('codes_saved')

export const turnOffMfa = defineAction({
  ...onPage,
  body: mfaDisableBody,
  handle: async ({ code, password }, { ctx, principal }) => {
    const off = await disableMfa({ code, password }, principal, ctx)
    return off.ok ? off : atItsField(off)
  },
  done: (_, { here }) => ({
    redirect: here,
    cookies: [clearedOneTimeSetCookie()],
    notice: 'mfa_disabled',
  }),
})

function atItsField(refusal: Refusal): Refusal {
  return refusal.code === 'invalid_mfa_code'
    ? { ...refusal, errors: [fieldError(['code'], 'wrong_code')] }
    : atPasswordField(refusal)
}

/** The codes stay on the page until the user has saved them. */
function showCodes(
  why: 'enabled' | 'renewed',
  outcome: Outcome<{ recoveryCodes: string[] }>,
  { ctx, principal }: { ctx: RequestContext; principal: SessionPrincipal },
): Outcome<{ cookie: string }> {
  if (!outcome.ok) return atItsField(outcome)
  const shown = { kind: 'recovery_codes', codes: outcome.recoveryCodes, why } as const
  return { ok: true, cookie: oneTimeSetCookie(shown, principal, ctx.now) }
}

export const createPasskey = defineAction({
  ...onPage,
  body: z.object({
    name: z.preprocess((typed) => (typed === '' ? undefined : typed), passkeyName.optional()),
    passkey: registrationField.optional(),
  }),
  handle: async ({ name, passkey }, { ctx, principal }) =>
    passkey ? addPasskey({ name, passkey }, principal, ctx) : refuse('passkey_refused'),
  done: (_, { here }) => ({ redirect: here, notice: 'passkey_added' }),
})

export const changePasskeyName = defineAction({
  ...onPage,
  body: z.object({ passkey_id: z.uuid(), name: passkeyName }),
  handle: ({ passkey_id: id, name }, { ctx, principal }) =>
    renamePasskey({ id, name }, principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'passkey_renamed' }),
})

export const deletePasskey = defineAction({
  ...onPage,
  body: z.object({ passkey_id: z.uuid(), current_password: ownPassword }),
  handle: async ({ passkey_id: id, current_password: password }, { ctx, principal }) => {
    const removed = await removePasskey({ id, password }, principal, ctx)
    return removed.ok ? removed : atPasswordField(removed, 'current_password')
  },
  done: (_, { here }) => ({ redirect: here, notice: 'passkey_removed' }),
})
