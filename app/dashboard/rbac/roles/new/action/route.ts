import { z } from 'zod'
import { fieldError } from '@/lib/platform/field-errors'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'
import { createRole } from '@/lib/rbac-admin/create-role'
import { createRoleBody } from '@/lib/rbac-admin/role.schemas'
import { defineAction } from '@/lib/web/define-action'
import { gatherPermissions, permissionField, ROLES } from '@/lib/web/role-draft'

const TAKEN = fieldError(['name'], 'role_name_taken')

export const POST = defineAction({
  access: { permission: 'rbac:manage' },
  body: z.preprocess(gatherPermissions, createRoleBody),
  keep: ['name', 'description', ...permissionCatalog.map(({ name }) => permissionField(name))],
  run: async (role, { principal, ctx }) => {
    const made = await createRole(principal, role, ctx)
    return !made.ok && made.code === 'role_name_taken' ? { ...made, errors: [TAKEN] } : made
  },
  done: ({ role }) => ({ redirect: `${ROLES}/${role.id}`, flash: { notice: 'role_created' } }),
})
