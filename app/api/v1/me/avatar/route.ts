import { profileResponse } from '@/lib/accounts/present-profile'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { multipartBody } from '@/lib/http/route-body'
import { setOwnAvatar } from '@/lib/identity/account/profile'
import { ignoredFields } from '@/lib/platform/no-fields'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { removeAvatar } from '@/lib/uploads/avatar'
import { IMAGE_TYPES } from '@/lib/uploads/upload.schemas'

export const PUT = defineRoute({
  operationId: 'setAvatar',
  tag: 'Account',
  summary:
    'Set your picture: a JPEG, PNG, or WebP image of up to 10 MiB, cropped to 512 × 512 pixels',
  access: 'authenticated',
  limits: ['user', 'avatar'],
  headers: { versions: ifMatch },
  body: multipartBody({
    fields: ignoredFields,
    types: IMAGE_TYPES,
    maxFileBytes: MAX_UPLOAD_BYTES,
  }),
  responses: { 200: profileResponse },
  refusals: ['precondition_failed', 'image_too_large'],
  handle: async ({ principal, body, headers, ctx }) => {
    const result = await setOwnAvatar(principal, { file: body.file, ...headers }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.version) } }
  },
})

export const DELETE = defineRoute({
  operationId: 'removeAvatar',
  tag: 'Account',
  summary: 'Remove your picture',
  access: 'authenticated',
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['precondition_failed'],
  handle: async ({ principal, headers, ctx }) => {
    const result = await removeAvatar(principal, ctx, headers)
    if (!result.ok) return result
    return { status: 204, body: null, headers: { etag: entityTag(result.version) } }
  },
})
