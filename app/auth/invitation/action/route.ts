import { acceptInvitation } from '@/lib/auth/accept-invitation'
import { acceptInvitationBody } from '@/lib/auth/auth.schemas'
import { defineAction } from '@/lib/web/define-action'
import { HOME } from '@/lib/web/safe-redirect'

export const POST = defineAction({
  access: 'public',
  body: acceptInvitationBody,
  keep: ['name'],
  run: ({ token, password, name }, { ctx }) => acceptInvitation({ token, password, name }, ctx),
  done: ({ session }) => ({ redirect: HOME, session }),
})
