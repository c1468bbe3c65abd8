'use server'

import { z } from 'zod'
import { ownPassword } from '@/lib/accounts/user-fields'
import { startLinking } from '@/lib/identity/oauth/link-identity'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { atPasswordField } from '@/lib/web/password-field'

const PASSWORD = 'current_password'
const MISSING = { pointer: `/${PASSWORD}`, code: 'required', detail: 'Enter your password.' }

const body = z.object({
  provider: z.string().regex(/^[a-z0-9-]{1,64}$/, { error: 'invalid' }),
  current_password: ownPassword,
})

export const connectProvider = defineAction({
  access: 'authenticated',
  limits: ['address', 'user'],
  body,
  handle: async ({ provider, current_password: password }, { ctx, principal }) => {
    const begun = await startLinking({ provider, password }, principal, ctx)
    return begun.ok ? begun : withField(begun, password)
  },
  done: ({ path }) => ({ redirect: path }),
})

export const disconnectProvider = defineAction({
  access: 'authenticated',
  limits: ['address', 'user'],
  body,
  handle: async ({ provider, current_password: password }, { ctx, principal }) => {
    const unlinked = await unlinkIdentity({ provider, password }, principal, ctx)
    return unlinked.ok ? unlinked : withField(unlinked, password)
  },
  done: (_, { here, body: { provider } }) => ({
    redirect: here,
    notice: 'identity_unlinked',
    values: { provider },
  }),
})

/** Adds the field that the refusal is about. */
function withField(refusal: Refusal, password: string | undefined): Refusal {
  if (refusal.code !== 'validation_failed' && refusal.code !== 'reauthentication_required')
    return atPasswordField(refusal, PASSWORD)
  // A form without the field was rendered while the sign-in was still recent.
  return password === undefined
    ? refuse('reauthentication_required')
    : refuse('validation_failed', { errors: [MISSING] })
}
