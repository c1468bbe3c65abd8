import { defineRoute } from '@/lib/http/define-route'
import { listOwnSessions, sessionResponse } from '@/lib/identity/sessions/list-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listOwnSessions',
  tag: 'Sessions',
  summary: 'List your active sessions, newest first',
  access: 'authenticated',
  query: pageQuery,
  responses: { 200: pageSchemaOf(sessionResponse) },
  handle: async ({ principal, query, ctx }) => {
    const result = await listOwnSessions(principal, query, ctx.now)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.sessions, result.nextCursor) }
  },
})

export const DELETE = defineRoute({
  operationId: 'endOtherSessions',
  tag: 'Sessions',
  summary: 'End all of your other sessions',
  access: 'authenticated',
  responses: { 204: null },
  handle: async ({ principal, ctx }) => {
    const result = await revokeOtherSessions(principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
