'use server'

import { webPrincipal } from '@/lib/http/pages/page-principal'
import { confirmEmailChange } from '@/lib/identity/account/change-email'
import { tokenBody } from '@/lib/identity/auth.schemas'
import { defineAction } from '@/lib/web/define-action'

export const confirmEmail = defineAction({
  access: 'public',
  body: tokenBody,
  handle: async ({ token }, { ctx, cookieHeader }) => {
    const confirmed = await confirmEmailChange({ token }, ctx)
    if (!confirmed.ok) return confirmed
    // If the user is signed in here, they continue in their account. The link may have been opened
    // on another device.
    const who = await webPrincipal(cookieHeader, { at: ctx.now, presentedByBrowser: false })
    return { ok: true, isOwner: who.ok && who.principal.userId === confirmed.user.id }
  },
  done: ({ isOwner }: { isOwner: boolean }) => ({
    redirect: isOwner ? '/dashboard/account/email' : '/auth/login',
    notice: 'email_changed',
  }),
})
