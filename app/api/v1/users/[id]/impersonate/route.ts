import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { impersonationResponse } from '@/lib/identity/impersonation/impersonation.responses'
import { impersonationBody } from '@/lib/identity/impersonation/impersonation.schemas'
import {
  presentImpersonation,
  startImpersonation,
} from '@/lib/identity/impersonation/start-impersonation'

export const POST = defineRoute({
  operationId: 'impersonateUser',
  tag: 'Users',
  summary: 'View the service as a user, for 30 minutes, without changing anything',
  params: ['id'],
  access: { permission: 'users:impersonate' },
  apiKeys: 'refused',
  limits: ['user'],
  headers: { deviceToken },
  body: impersonationBody,
  responses: { 200: impersonationResponse },
  refusals: [
    'not_found',
    'privilege_escalation',
    'conflict',
    'invalid_credentials',
    'reauthentication_required',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ principal, params, body, ctx }) => {
    const result = await startImpersonation(principal, { userId: params.id, ...body }, ctx)
    return result.ok ? { status: 200, body: presentImpersonation(result.impersonation) } : result
  },
})
