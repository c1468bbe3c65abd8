import { defineRoute } from '@/lib/http/define-route'
import { endImpersonation } from '@/lib/identity/impersonation/end-impersonation'
import { refuse } from '@/lib/platform/problems'

export const DELETE = defineRoute({
  operationId: 'stopImpersonation',
  tag: 'Authentication',
  summary: 'Stop viewing the service as another user; your own session continues',
  access: 'authenticated',
  impersonation: 'allowed',
  responses: { 204: null },
  refusals: ['conflict'],
  handle: async ({ principal, ctx }) => {
    const { sessionId, userId, impersonator } = principal
    if (!impersonator) return refuse('conflict', { detail: 'This is your own session.' })
    await endImpersonation({ sessionId, userId, actorId: impersonator.userId }, 'stopped', ctx)
    return { status: 204, body: null }
  },
})
