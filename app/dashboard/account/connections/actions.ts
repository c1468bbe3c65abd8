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

/** One form per action, so that a refusal appears in the form that was submitted. */
const body = z.object({
  intent: z.string().regex(/^(connect|disconnect)_[a-z0-9-]{1,64}$/, { error: 'invalid' }),
  current_password: ownPassword,
})

export const changeConnections = defineAction({
  access: 'authenticated',
  limits: ['address', 'user'],
  body,
  handle: async ({ intent, current_password: password }, { ctx, principal }) => {
    const { what, provider } = read(intent)
    const change = what === 'disconnect' ? unlinkIdentity : startLinking
    const done = await change({ provider, password }, principal, ctx)
    return done.ok ? done : withField(done, password)
  },
  done: ({ path }: { path?: string }, { here, body: { intent } }) =>
    path === undefined
      ? {
          redirect: here,
          notice: 'identity_unlinked',
          values: { provider: read(intent).provider },
        }
      : { redirect: path },
})

function read(intent: string): { what: string; provider: string } {
  const [what = '', provider = ''] = intent.split('_')
  return { what, provider }
}

/** Adds the field that the refusal is about. */
function withField(refusal: Refusal, password: string | undefined): Refusal {
  if (refusal.code !== 'validation_failed' && refusal.code !== 'reauthentication_required')
    return atPasswordField(refusal, PASSWORD)
  // A form without the field was rendered while the sign-in was still recent.
  return password === undefined
    ? refuse('reauthentication_required')
    : refuse('validation_failed', { errors: [MISSING] })
}
