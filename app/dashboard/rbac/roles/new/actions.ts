'use server'

import { createRole } from '@/lib/access/change-role'
import { createRoleBody, rolePermissionsBody } from '@/lib/access/role.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { defineAction } from '@/lib/web/define-action'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const TAKEN = fieldError(['name'], 'role_name_taken')

export const addRole = defineAction({
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  body: createRoleBody
    .omit({ requires_mfa: true })
    .extend({ permissions: listField(rolePermissionsBody.shape.permissions) }),
  handle: async (role, { principal, ctx }) => {
    const made = await createRole(principal, role, ctx)
    return !made.ok && made.code === 'role_name_taken' ? { ...made, errors: [TAKEN] } : made
  },
  done: ({ role }) => ({
    redirect: pagePath('/dashboard/rbac/roles/[id]', role.id),
    notice: 'role_created',
  }),
})
