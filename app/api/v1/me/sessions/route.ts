import { pageOf, sessionAnswer } from '@/lib/auth/auth.answers'
import { listOwnSessions } from '@/lib/auth/list-own-sessions'
import { revokeOtherSessions } from '@/lib/auth/revoke-other-sessions'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'

export const GET = defineRoute({
  summary: 'List your active sessions, newest first',
  access: 'authenticated',
  query: pageQuery,
  answers: { 200: pageOf(sessionAnswer) },
  handle: async ({ principal, query, ctx }) => {
    const result = await listOwnSessions(principal, query, ctx.now)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.sessions, page } }
  },
})

export const DELETE = defineRoute({
  summary: 'End all of your other sessions',
  access: 'authenticated',
  answers: { 204: null },
  handle: async ({ principal, ctx }) => {
    const result = await revokeOtherSessions(principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
