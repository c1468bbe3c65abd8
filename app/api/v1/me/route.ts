import { type Profile, profileResponse } from '@/lib/accounts/present-profile'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { deviceToken, ifMatch } from '@/lib/http/request-headers'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { getProfile, updateProfile } from '@/lib/identity/account/profile'
import { ERASURE_ACCEPTED, erasureResponse } from '@/lib/users/erasure/erasure.responses'
import { eraseQuery } from '@/lib/users/erasure/erasure.schemas'
import { eraseOwnAccount } from '@/lib/users/erasure/erase-user'
import { deleteAccountBody, updateProfileBody } from '@/lib/identity/auth.schemas'

export const GET = defineRoute({
  operationId: 'getProfile',
  tag: 'Account',
  summary: 'Get your account',
  access: 'authenticated',
  lacking: ['enroll', 'proof'],
  apiKeys: 'accepted',
  responses: { 200: profileResponse },
  handle: async ({ principal }) => {
    const result = await getProfile(principal)
    return result.ok ? presentTagged(result) : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateProfile',
  tag: 'Account',
  summary: 'Change your name, language, picture, or profile fields',
  access: 'authenticated',
  headers: { versions: ifMatch },
  body: updateProfileBody,
  responses: { 200: profileResponse },
  refusals: ['precondition_failed'],
  handle: async ({ principal, body, headers, ctx }) => {
    const { avatar_upload_id: avatarUploadId, fields: profile, ...rest } = body
    const change = { ...rest, ...headers, profile, avatarUploadId }
    const result = await updateProfile(principal, change, ctx)
    return result.ok ? presentTagged(result) : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteOwnAccount',
  tag: 'Account',
  summary:
    'Delete your account: every session ends and the email address stays reserved; with erase=true, all data is erased for good and the email address is free',
  access: 'authenticated',
  headers: { versions: ifMatch, deviceToken },
  body: deleteAccountBody,
  query: eraseQuery,
  responses: { 202: erasureResponse, 204: null },
  refusals: [
    'precondition_failed',
    'invalid_credentials',
    'reauthentication_required',
    'last_admin',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ body, query, headers, principal, ctx }) => {
    const input = { ...body, versions: headers.versions }
    if (query.erase) {
      const erased = await eraseOwnAccount(input, principal, ctx)
      return erased.ok ? { status: 202, body: ERASURE_ACCEPTED } : erased
    }
    const result = await deleteOwnAccount(input, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})

function presentTagged({ user, version }: { user: Profile; version: number }) {
  return { status: 200 as const, body: user, headers: { etag: entityTag(version) } }
}
