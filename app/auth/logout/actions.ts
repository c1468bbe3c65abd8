'use server'

import { z } from 'zod'
import type { SessionCookies } from '@/lib/http/session-cookies'
import { leaveImpersonation } from '@/lib/identity/impersonation/leave-impersonation'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { logout } from '@/lib/identity/sign-in/logout'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { defineAction } from '@/lib/web/define-action'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { HOME } from '@/lib/web/safe-redirect'

export const signOut = defineAction({
  access: 'public',
  limits: ['failures'],
  impersonation: 'allowed',
  body: z.object({}),
  handle: async (_, { ctx, cookies }): Promise<Outcome<Left>> => {
    // Signs out of the view as another user alone, back to the browser's own session. Beside a
    // refresh token, the access token is not that of a view.
    if (cookies.impersonator && !cookies.refresh) return leave(cookies, ctx)
    const tokens = { refreshToken: cookies.refresh, accessToken: cookies.access }
    const result = await logout(tokens, ctx)
    return result.ok ? { ...result, session: null, viewed: null } : result
  },
  done: leftBy,
})

/** Public, so that it also returns from an impersonation that has ended. */
export const stopViewing = defineAction({
  access: 'public',
  limits: ['failures'],
  impersonation: 'allowed',
  body: z.object({}),
  handle: async (_, { ctx, cookies }): Promise<Outcome<Left | { session: 'own' }>> => {
    // Another tab has returned already.
    if (cookies.refresh) return { ok: true, session: 'own' }
    return leave(cookies, ctx)
  },
  done: (left) => (left.session === 'own' ? { redirect: HOME } : leftBy(left)),
})

interface Left {
  ended: boolean
  /** The session that the browser returns to. */
  session: IssuedSession | null
  /** Whom the administrator viewed as. */
  viewed: string | null
}

async function leave(cookies: SessionCookies, ctx: RequestContext): Promise<Outcome<Left>> {
  const viewed = ctx.impersonation?.userId ?? null
  const left = await leaveImpersonation(cookies, ctx)
  return left.ok ? { ...left, viewed } : left
}

function leftBy({ ended, session, viewed }: Left): ActionSuccess {
  if (session)
    return { redirect: viewed ? pagePath('/dashboard/users/[id]', viewed) : HOME, session }
  return { redirect: '/auth/login', session: 'clear', notice: 'signed_out', failed: !ended }
}
