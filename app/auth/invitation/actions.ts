'use server'

import { acceptInvitationBody } from '@/lib/identity/auth.schemas'
import { acceptInvitation as accept } from '@/lib/identity/registration/accept-invitation'
import { defineAction } from '@/lib/web/define-action'
import { HOME } from '@/lib/web/safe-redirect'

export const acceptInvitation = defineAction({
  access: 'public',
  body: acceptInvitationBody,
  handle: ({ token, password, name }, { ctx }) => accept({ token, password, name }, ctx),
  done: ({ session }) => ({ redirect: HOME, session }),
})
