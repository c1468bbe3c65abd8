import { updateProfileBody } from '@/lib/auth/auth.schemas'
import { deleteOwnAccount } from '@/lib/auth/delete-own-account'
import { getProfile } from '@/lib/auth/get-profile'
import { deleteAccountBody } from '@/lib/auth/own-account.schemas'
import { updateProfile } from '@/lib/auth/update-profile'
import { defineRoute } from '@/lib/http/define-route'
import { profileResponse } from '@/lib/users/present-profile'

export const GET = defineRoute({
  operationId: 'getProfile',
  tag: 'Account',
  summary: 'Get your account',
  access: 'authenticated',
  responses: { 200: profileResponse },
  handle: async ({ principal }) => {
    const result = await getProfile(principal)
    return result.ok ? { status: 200, body: result.user } : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateProfile',
  tag: 'Account',
  summary: 'Change your name, language or picture',
  access: 'authenticated',
  body: updateProfileBody,
  responses: { 200: profileResponse },
  handle: async ({ principal, body, ctx }) => {
    const { avatar_upload_id: avatarUploadId, ...fields } = body
    const result = await updateProfile(principal, { ...fields, avatarUploadId }, ctx)
    return result.ok ? { status: 200, body: result.user } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteOwnAccount',
  tag: 'Account',
  summary: 'Delete your account: every session ends and the email address stays reserved',
  access: 'authenticated',
  body: deleteAccountBody,
  responses: { 204: null },
  refusals: [
    'invalid_credentials',
    'reauthentication_required',
    'last_admin',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ body, principal, ctx }) => {
    const result = await deleteOwnAccount(body, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
