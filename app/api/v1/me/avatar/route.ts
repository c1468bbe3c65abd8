import { profileResponse } from '@/lib/accounts/present-profile'
import { defineRoute } from '@/lib/http/define-route'
import { multipartBody } from '@/lib/http/route-body'
import { getProfile } from '@/lib/identity/account/profile'
import { ignoredFields } from '@/lib/platform/no-fields'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { removeAvatar, setAvatar } from '@/lib/uploads/avatar'
import { IMAGE_TYPES } from '@/lib/uploads/upload.schemas'

export const PUT = defineRoute({
  operationId: 'setAvatar',
  tag: 'Account',
  summary:
    'Set your picture: a JPEG, PNG or WebP image of up to 10 MiB, cropped to 512 × 512 pixels',
  access: 'authenticated',
  limits: ['user', 'avatar'],
  body: multipartBody({
    fields: ignoredFields,
    types: IMAGE_TYPES,
    maxFileBytes: MAX_UPLOAD_BYTES,
  }),
  responses: { 200: profileResponse },
  refusals: ['image_too_large'],
  handle: async ({ principal, body, ctx }) => {
    const result = await setAvatar(body.file, principal, ctx)
    if (!result.ok) return result
    const profile = await getProfile(principal)
    return profile.ok ? { status: 200, body: profile.user } : profile
  },
})

export const DELETE = defineRoute({
  operationId: 'removeAvatar',
  tag: 'Account',
  summary: 'Remove your picture',
  access: 'authenticated',
  responses: { 204: null },
  handle: async ({ principal, ctx }) => {
    const result = await removeAvatar(principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
