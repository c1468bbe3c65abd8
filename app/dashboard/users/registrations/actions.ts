'use server'

import { z } from 'zod'
import { approveRegistration, declineRegistration } from '@/lib/users/decide-registration'
import { declineBody } from '@/lib/users/users.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'

// `email` is only shown in the notice; the user is identified by the id.
const about = { user_id: z.uuid(), email: z.string().max(254) }

export const approve = defineAction({
  access: { permission: 'users:activate' },
  body: z.object(about),
  handle: ({ user_id: userId }, { ctx, principal }) =>
    approveRegistration(principal, { userId }, ctx),
  done: (_, { body: { email }, here }) => ({
    redirect: here,
    inPlace: true,
    notice: 'registration_approved',
    values: { person: email },
  }),
})

export const decline = defineAction({
  access: { permission: 'users:activate' },
  stale: ['precondition_failed'],
  body: z.object({ ...about, ...declineBody.shape, version: formVersion }),
  handle: ({ user_id: userId, reason = null, version }, { ctx, principal }) =>
    declineRegistration(principal, { userId, reason, versions: [version] }, ctx),
  done: (_, { body: { email }, here }) => ({
    redirect: here,
    inPlace: true,
    notice: 'registration_declined',
    values: { person: email },
  }),
})
