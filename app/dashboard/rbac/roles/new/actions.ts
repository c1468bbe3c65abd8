'use server'

import { z } from 'zod'
import { fieldError } from '@/lib/platform/field-errors'
import { createRole } from '@/lib/rbac-admin/create-role'
import { createRoleBody } from '@/lib/rbac-admin/role.schemas'
import { defineAction } from '@/lib/web/define-action'
import { gatherPermissions, ROLES } from '@/lib/web/role-draft'

const TAKEN = fieldError(['name'], 'role_name_taken')

export const addRole = defineAction({
  access: { permission: 'rbac:manage' },
  body: z.preprocess(gatherPermissions, createRoleBody),
  handle: async (role, { principal, ctx }) => {
    const made = await createRole(principal, role, ctx)
    return !made.ok && made.code === 'role_name_taken' ? { ...made, errors: [TAKEN] } : made
  },
  done: ({ role }) => ({ redirect: `${ROLES}/${role.id}`, notice: 'role_created' }),
})
