import { syncPermissionsBody } from '@/lib/access/permission.schemas'
import { syncedPermissionsResponse } from '@/lib/access/role.responses'
import { syncPermissions } from '@/lib/access/sync-permissions'
import { defineRoute } from '@/lib/http/define-route'

export const PUT = defineRoute({
  operationId: 'syncPermissions',
  tag: 'Roles and permissions',
  summary: 'Replace all permissions of an application; missing ones are retired',
  access: { permission: 'rbac:manage' },
  body: syncPermissionsBody,
  responses: { 200: syncedPermissionsResponse },
  refusals: ['system_permission', 'privilege_escalation'],
  handle: async ({ principal, body, ctx }) => {
    const synced = await syncPermissions(principal, body, ctx)
    return synced.ok ? { status: 200, body: synced.result } : synced
  },
})
