import { profileAnswer } from '@/lib/auth/auth.answers'
import { updateProfileBody } from '@/lib/auth/auth.schemas'
import { getProfile } from '@/lib/auth/get-profile'
import { updateProfile } from '@/lib/auth/update-profile'
import { defineRoute } from '@/lib/http/define-route'

export const GET = defineRoute({
  summary: 'One’s own account',
  access: 'authenticated',
  answers: { 200: profileAnswer },
  handle: async ({ principal }) => {
    const result = await getProfile(principal)
    return result.ok ? { status: 200, body: result.user } : result
  },
})

export const PATCH = defineRoute({
  summary: 'Change name or language of one’s own account',
  access: 'authenticated',
  body: updateProfileBody,
  answers: { 200: profileAnswer },
  handle: async ({ principal, body, ctx }) => {
    const result = await updateProfile(principal, body, ctx)
    return result.ok ? { status: 200, body: result.user } : result
  },
})
