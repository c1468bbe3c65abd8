'use server'

import { z } from 'zod'
import { changeRole, deleteRole } from '@/lib/access/change-role'
import { getRole } from '@/lib/access/list-roles'
import { changeRoleBody, rolePermissionsBody } from '@/lib/access/role.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion as version } from '@/lib/web/form-version'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'
import { ROLES } from '@/lib/web/role-draft'

const box = z.literal('on').optional()

const body = z.discriminatedUnion('intent', [
  changeRoleBody
    .omit({ requires_mfa: true })
    .required({ name: true, description: true })
    .extend({
      intent: z.literal('save'),
      version,
      permissions: listField(rolePermissionsBody.shape.permissions),
      regrant: box,
      drop_retired: box,
    }),
  z.object({ intent: z.literal('mfa'), version, required: box }),
  z.object({ intent: z.literal('delete'), version }),
])

export const editRole = defineAction({
  access: { permission: 'rbac:manage' },
  page: '/dashboard/rbac/roles/[id]',
  act: 'role_change',
  body,
  handle: async (form, { principal, ctx, params }) => {
    const target = { roleId: params.id, versions: [form.version] }
    if (form.intent === 'save') {
      const { name, description, permissions, regrant } = form
      const changes = { name, description, ...(regrant && { permissions }) }
      const changed = await changeRole(principal, { ...target, changes }, ctx)
      return changed.ok
        ? {
            ok: true,
            path: pagePath('/dashboard/rbac/roles/[id]', changed.role.id),
            notice: 'role_saved',
          }
        : changed
    }
    if (form.intent === 'mfa') {
      const changes = { requires_mfa: form.required === 'on' }
      const changed = await changeRole(principal, { ...target, changes }, ctx)
      return changed.ok
        ? {
            ok: true,
            path: pagePath('/dashboard/rbac/roles/[id]', changed.role.id),
            notice: 'role_saved',
          }
        : changed
    }
    const before = await getRole(target.roleId)
    const deleted = await deleteRole(principal, target, ctx)
    if (!deleted.ok) return deleted
    return {
      ok: true,
      path: ROLES,
      notice: 'role_deleted',
      name: before.ok ? before.role.name : '',
    }
  },
  done: ({ path, notice, name }: { path: string; notice: string; name?: string }) => ({
    redirect: path,
    notice,
    ...(name && { values: { name } }),
  }),
})
