import { defineRoute } from '@/lib/http/define-route'
import { ifMatch } from '@/lib/http/request-headers'
import { sessionResponse } from '@/lib/identity/sessions/list-sessions'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { endUserSessions, listUserSessions } from '@/lib/users/user-sessions'

export const GET = defineRoute({
  operationId: 'listUserSessions',
  tag: 'Users',
  summary: 'List a user’s active sessions, newest first',
  params: ['id'],
  access: { permission: 'users:read' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(sessionResponse) },
  refusals: ['not_found'],
  handle: async ({ principal, params, query, ctx }) => {
    const result = await listUserSessions(principal, { userId: params.id, ...query }, ctx)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.sessions, result.nextCursor) }
  },
})

export const DELETE = defineRoute({
  operationId: 'endUserSessions',
  tag: 'Users',
  summary: 'End all sessions of a user',
  params: ['id'],
  access: { permission: 'users:activate' },
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation'],
  handle: async ({ principal, params, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await endUserSessions(principal, target, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
