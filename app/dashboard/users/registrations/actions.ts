'use server'

import { z } from 'zod'
import type { Outcome } from '@/lib/platform/problems'
import { approveRegistration, declineRegistration } from '@/lib/users/decide-registration'
import { declineBody } from '@/lib/users/users.schemas'
import { defineAction } from '@/lib/web/define-action'

// `email` is only shown in the notice; the user is identified by the id.
const about = { user_id: z.uuid(), email: z.string().max(254) }

export const decideRegistration = defineAction({
  access: { permission: 'users:activate' },
  body: z.discriminatedUnion('intent', [
    z.object({ intent: z.literal('approve'), ...about }),
    z.object({ intent: z.literal('decline'), ...about, ...declineBody.shape }),
  ]),
  handle: (form, { ctx, principal }): Promise<Outcome> => {
    const { user_id: userId } = form
    return form.intent === 'approve'
      ? approveRegistration(principal, { userId }, ctx)
      : declineRegistration(principal, { userId, reason: form.reason ?? null }, ctx)
  },
  done: (_, { body: { intent, email }, here }) => ({
    redirect: here,
    inPlace: true,
    notice: intent === 'approve' ? 'registration_approved' : 'registration_declined',
    values: { person: email },
  }),
})
