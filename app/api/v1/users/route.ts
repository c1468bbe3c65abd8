import type { z } from 'zod'
import { managedUserResponse, userDetailsResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { locale } from '@/lib/http/request-headers'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { createServiceAccount } from '@/lib/users/create-service-account'
import { withProfile } from '@/lib/users/get-user'
import { inviteUser } from '@/lib/users/invite-user'
import { listUsers } from '@/lib/users/list-users'
import { type inviteBody, newUserBody, userListFields } from '@/lib/users/users.schemas'

const listQuery = pageQuery.extend(userListFields)

export const GET = defineRoute({
  operationId: 'listUsers',
  tag: 'Users',
  summary: 'List users: search, filter, sort',
  access: { permission: 'users:list' },
  query: listQuery,
  responses: { 200: pageSchemaOf(managedUserResponse) },
  handle: async ({ query }) => {
    const result = await listUsers(query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.users, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'inviteUser',
  tag: 'Users',
  summary:
    'Invite a user by email, or create a service account (roles other than user also require users:role:change)',
  access: { permission: 'users:activate' },
  headers: { locale },
  body: newUserBody,
  responses: { 201: userDetailsResponse },
  refusals: [
    'email_taken',
    'privilege_escalation',
    'session_required',
    'reauthentication_required',
  ],
  handle: async ({ principal, body, ctx }) => {
    const result =
      body.kind === 'service'
        ? await createServiceAccount(principal, body, ctx)
        : await inviteUser(principal, invitationOf(body), ctx)
    if (!result.ok) return result
    const written = body.kind === 'service' ? {} : body.fields
    return {
      status: 201,
      body: await withProfile(principal, result.user, written),
      headers: { etag: entityTag(result.user.version) },
    }
  },
})

const invitationOf = ({ fields: profile, name = null, ...body }: z.output<typeof inviteBody>) => ({
  ...body,
  name,
  profile,
})
