'use server'

import { setupBody } from '@/lib/identity/auth.schemas'
import { completeSetup } from '@/lib/identity/registration/first-administrator'
import { defineAction } from '@/lib/web/define-action'
import { replaceSession } from '@/lib/web/replace-session'
import { HOME } from '@/lib/web/safe-redirect'

export const createAdministrator = defineAction({
  access: 'public',
  body: setupBody,
  handle: async ({ token, email, password, name }, call) =>
    replaceSession(await completeSetup({ token, email, password, name }, call.ctx), call),
  done: ({ session }) => ({ redirect: HOME, session }),
})
