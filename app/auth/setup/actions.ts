'use server'

import { setupBody } from '@/lib/identity/auth.schemas'
import { completeSetup } from '@/lib/identity/registration/first-administrator'
import { defineAction } from '@/lib/web/define-action'
import { HOME } from '@/lib/web/safe-redirect'

export const createAdministrator = defineAction({
  access: 'public',
  body: setupBody,
  handle: ({ token, email, password, name }, { ctx }) =>
    completeSetup({ token, email, password, name }, ctx),
  done: ({ session }) => ({ redirect: HOME, session }),
})
