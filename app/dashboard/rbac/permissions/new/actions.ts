'use server'

import { z } from 'zod'
import { gatherPermissionFields } from '@/app/dashboard/rbac/permissions/permission-fields'
import { createPermission } from '@/lib/access/change-permission'
import { createPermissionBody } from '@/lib/access/permission.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

const TAKEN = fieldError(['name'], 'permission_name_taken')
const RESERVED = fieldError(['name'], 'reserved_application')

export const addPermission = defineAction({
  access: { permission: 'rbac:manage' },
  body: z.preprocess(gatherPermissionFields, createPermissionBody),
  handle: async (permission, { principal, ctx }) => {
    const made = await createPermission(principal, permission, ctx)
    if (made.ok) return made
    if (made.code === 'permission_name_taken') return { ...made, errors: [TAKEN] }
    return made.code === 'system_permission' ? { ...made, errors: [RESERVED] } : made
  },
  done: () => ({ redirect: pagePath('/dashboard/rbac/permissions'), notice: 'permission_created' }),
})
