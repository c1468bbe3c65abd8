'use server'

import { tokenBody } from '@/lib/identity/auth.schemas'
import { disownSession as disown } from '@/lib/identity/sessions/disown-session'
import { defineAction } from '@/lib/web/define-action'

export const disownSession = defineAction({
  access: 'public',
  body: tokenBody,
  handle: (link, { ctx }) => disown(link, ctx),
  done: ({ resetToken }) =>
    resetToken
      ? { redirect: `/auth/reset-password?token=${resetToken}`, notice: 'session_disowned' }
      : { redirect: '/auth/login', notice: 'session_disowned_address_changed' },
})
