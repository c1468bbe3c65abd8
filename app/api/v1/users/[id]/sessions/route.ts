import { pageOf, sessionAnswer } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { acceptedVersions } from '@/lib/http/entity-version'
import { pageQuery } from '@/lib/http/page-query'
import { endUserSessions } from '@/lib/users-admin/end-user-sessions'
import { listUserSessions } from '@/lib/users-admin/list-user-sessions'

export const GET = defineRoute({
  summary: 'List a user’s active sessions, newest first',
  access: { permission: 'users:read' },
  query: pageQuery,
  answers: { 200: pageOf(sessionAnswer) },
  refusals: ['not_found'],
  handle: async ({ principal, params, query, ctx }) => {
    const result = await listUserSessions(principal, { userId: params.id!, ...query }, ctx)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.sessions, page } }
  },
})

export const DELETE = defineRoute({
  summary: 'End all sessions of a user',
  access: { permission: 'users:activate' },
  answers: { 204: null },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation'],
  handle: async ({ principal, params, request, ctx }) => {
    const target = { userId: params.id!, versions: acceptedVersions(request.header('if-match')) }
    const result = await endUserSessions(principal, target, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
