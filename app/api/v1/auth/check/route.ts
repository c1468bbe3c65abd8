import {
  answerPermissionCheck,
  checkedPermissionsResponse,
  checkPermissionsBody,
} from '@/lib/access/answer-permission-check'
import { defineRoute } from '@/lib/http/define-route'

export const POST = defineRoute({
  operationId: 'checkPermissions',
  tag: 'Authentication',
  summary: 'Check which permissions the current user, or another one, has',
  access: 'authenticated',
  impersonation: 'allowed',
  apiKeys: 'accepted',
  // Reads from memory and writes nothing; services call it for each of their own requests.
  limits: [],
  body: checkPermissionsBody,
  responses: { 200: checkedPermissionsResponse },
  refusals: ['insufficient_permission', 'not_found'],
  handle: async ({ principal, body, ctx }) => {
    const checked = await answerPermissionCheck(principal, body, ctx)
    return checked.ok ? { status: 200, body: { results: checked.results } } : checked
  },
})
