'use server'

import { z } from 'zod'
import { logout } from '@/lib/identity/sign-in/logout'
import { defineAction } from '@/lib/web/define-action'

export const signOut = defineAction({
  access: 'public',
  limits: ['failures'],
  body: z.object({}),
  handle: (_, { ctx, cookies }) =>
    logout({ refreshToken: cookies.refresh, accessToken: cookies.access }, ctx),
  done: ({ ended }) => ({
    redirect: '/auth/login',
    session: 'clear',
    notice: 'signed_out',
    failed: !ended,
  }),
})
