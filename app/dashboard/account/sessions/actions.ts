'use server'

import { z } from 'zod'
import { forgetTrustedBrowsers } from '@/lib/identity/mfa/trusted-browsers'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { defineAction } from '@/lib/web/define-action'

export const endSession = defineAction({
  access: 'authenticated',
  body: z.object({ session_id: z.uuid() }),
  handle: async ({ session_id: sessionId }, { ctx, principal }) => {
    const ended = await revokeOwnSession(principal, sessionId, ctx)
    return ended.ok ? { ok: true, own: sessionId === principal.sessionId } : ended
  },
  done: ({ own }, { here }) =>
    own
      ? { redirect: '/auth/login', session: 'clear', notice: 'signed_out' }
      : { redirect: here, notice: 'session_revoked', inPlace: true },
})

export const endOtherSessions = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { ctx, principal }) => revokeOtherSessions(principal, ctx),
  done: ({ revoked }, { here }) => ({
    redirect: here,
    notice: 'others_revoked',
    values: { count: String(revoked) },
  }),
})

export const forgetBrowsers = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { ctx, principal }) => forgetTrustedBrowsers(principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'browsers_forgotten' }),
})
