'use server'

import { z } from 'zod'
import { acceptInvitationBody } from '@/lib/identity/auth.schemas'
import { acceptInvitation as accept } from '@/lib/identity/registration/accept-invitation'
import { defineAction } from '@/lib/web/define-action'
import {
  atProfileInputs,
  gatherProfile,
  profileFromForm,
  typedProfile,
} from '@/lib/web/profile-forms'
import { HOME } from '@/lib/web/safe-redirect'

export const acceptInvitation = defineAction({
  access: 'public',
  body: z.preprocess(gatherProfile, acceptInvitationBody.extend({ profile: typedProfile })),
  handle: async ({ token, password, name, profile: typed }, { ctx }) => {
    const profile = await profileFromForm(typed)
    const accepted = await accept({ token, password, name, profile }, ctx)
    return accepted.ok ? accepted : atProfileInputs(accepted)
  },
  done: ({ session }) => ({ redirect: HOME, session }),
})
