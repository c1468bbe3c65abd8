import { explainPermission } from '@/lib/access/explain-permission'
import { explanationResponse } from '@/lib/access/role.responses'
import { explainQuery } from '@/lib/access/role.schemas'
import { defineRoute } from '@/lib/http/define-route'

export const GET = defineRoute({
  operationId: 'explainPermission',
  tag: 'Roles and permissions',
  summary: 'Explain why a user has or doesn’t have a permission',
  access: { permission: 'rbac:manage' },
  query: explainQuery,
  responses: { 200: explanationResponse },
  refusals: ['not_found'],
  handle: async ({ query }) => {
    const result = await explainPermission(query.user_id, query.permission)
    return result.ok ? { status: 200, body: result.explanation } : result
  },
})
