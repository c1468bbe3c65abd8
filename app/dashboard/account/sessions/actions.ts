'use server'

import { z } from 'zod'
import { forgetTrustedBrowsers } from '@/lib/identity/mfa/trusted-browsers'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { defineAction } from '@/lib/web/define-action'

const body = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('revoke'), session_id: z.uuid() }),
  z.object({ intent: z.literal('revoke_others') }),
  z.object({ intent: z.literal('forget_browsers') }),
])

const NOTICES = {
  revoke: 'session_revoked',
  revoke_others: 'others_revoked',
  forget_browsers: 'browsers_forgotten',
} as const

export const endSessions = defineAction({
  access: 'authenticated',
  body,
  handle: async (form, { ctx, principal }) => {
    if (form.intent === 'revoke_others') return revokeOtherSessions(principal, ctx)
    if (form.intent === 'forget_browsers') {
      const forgot = await forgetTrustedBrowsers(principal, ctx)
      return forgot.ok ? { ok: true, revoked: forgot.forgotten } : forgot
    }
    const outcome = await revokeOwnSession(principal, form.session_id, ctx)
    return outcome.ok
      ? { ok: true, revoked: 1, own: form.session_id === principal.sessionId }
      : outcome
  },
  done: (value: { revoked: number; own?: boolean }, { body, here }) => {
    if (value.own) return { redirect: '/auth/login', session: 'clear', notice: 'signed_out' }
    const notice = NOTICES[body.intent]
    if (body.intent === 'revoke') return { redirect: here, notice, inPlace: true }
    return { redirect: here, notice, values: { count: String(value.revoked) } }
  },
})
