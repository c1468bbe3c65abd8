import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-version'
import { pageQuery } from '@/lib/http/page-query'
import { inviteUser } from '@/lib/users-admin/invite-user'
import { listUsers } from '@/lib/users-admin/list-users'
import { managedUserAnswer } from '@/lib/users-admin/users.answers'
import { inviteBody, userListFields } from '@/lib/users-admin/users.schemas'

const listQuery = pageQuery.extend(userListFields)

export const GET = defineRoute({
  summary: 'List users: search, filter, sort',
  access: { permission: 'users:list' },
  query: listQuery,
  answers: { 200: pageOf(managedUserAnswer) },
  handle: async ({ query }) => {
    const result = await listUsers(query)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.users, page } }
  },
})

export const POST = defineRoute({
  summary: 'Invite a user by email (roles other than `user` also require users:role:change)',
  access: { permission: 'users:activate' },
  body: inviteBody,
  answers: { 201: managedUserAnswer },
  refusals: ['email_taken', 'privilege_escalation'],
  handle: async ({ principal, body, ctx }) => {
    const { email, name = null, roles } = body
    const result = await inviteUser(principal, { email, name, roles }, ctx)
    if (!result.ok) return result
    return { status: 201, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
