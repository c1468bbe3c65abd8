import { userDetailsResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { deviceToken, ifMatch } from '@/lib/http/request-headers'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { changeUserDetails } from '@/lib/users/change-user-profile'
import { eraseUser } from '@/lib/users/erasure/erase-user'
import { ERASURE_ACCEPTED, erasureResponse } from '@/lib/users/erasure/erasure.responses'
import { eraseQuery, eraseUserBody } from '@/lib/users/erasure/erasure.schemas'
import { getUser, withProfile } from '@/lib/users/get-user'
import { changeUserBody } from '@/lib/users/users.schemas'

export const GET = defineRoute({
  operationId: 'getUser',
  tag: 'Users',
  summary: 'Get a user',
  params: ['id'],
  access: { permission: 'users:read', unlessOwn: 'id' },
  responses: { 200: userDetailsResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params }) => {
    const result = await getUser(principal, params.id)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})

export const PATCH = defineRoute({
  operationId: 'updateUser',
  tag: 'Users',
  summary: 'Change a user’s name and profile fields; null or empty removes them',
  params: ['id'],
  access: { permission: 'users:activate' },
  headers: { versions: ifMatch },
  body: changeUserBody,
  responses: { 200: userDetailsResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const { name, fields: profile } = body
    const result = await changeUserDetails(principal, { ...target, name, profile }, ctx)
    if (!result.ok) return result
    return {
      status: 200,
      body: await withProfile(principal, result.user, profile),
      headers: { etag: entityTag(result.user.version) },
    }
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteUser',
  tag: 'Users',
  summary:
    'Soft-delete a user: sessions end, the email address stays reserved, and the user can be restored; with erase=true, all data is erased for good and the email address is free. Not your own account: see DELETE /me',
  params: ['id'],
  access: { permission: 'users:delete' },
  headers: { versions: ifMatch, deviceToken },
  query: eraseQuery,
  body: eraseUserBody,
  responses: { 202: erasureResponse, 204: null },
  refusals: [
    'not_found',
    'precondition_failed',
    'privilege_escalation',
    'last_admin',
    'conflict',
    'session_required',
    'invalid_credentials',
    'reauthentication_required',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ principal, params, headers, query, body, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    if (query.erase) {
      const erased = await eraseUser(principal, { ...target, password: body.password }, ctx)
      return erased.ok ? { status: 202, body: ERASURE_ACCEPTED } : erased
    }
    const result = await changeUserStatus(principal, { ...target, move: 'delete' }, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
