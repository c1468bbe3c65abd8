'use server'

import { z } from 'zod'
import { gatherPermissionFields } from '@/app/dashboard/rbac/permissions/permission-fields'
import { changePermission, retirePermission } from '@/lib/access/change-permission'
import { changePermissionBody } from '@/lib/access/permission.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'
import { pagePath } from '@/lib/web/page-address'

export const savePermission = defineAction({
  access: { permission: 'rbac:manage' },
  body: z.preprocess(
    gatherPermissionFields,
    changePermissionBody.required().extend({ version: formVersion }),
  ),
  handle: ({ version, ...changes }, { principal, query, ctx }) => {
    const target = { name: query.get('name') ?? '', versions: [version] }
    return changePermission(principal, { ...target, changes }, ctx)
  },
  done: () => ({ redirect: pagePath('/dashboard/rbac/permissions'), notice: 'permission_saved' }),
})

export const removePermission = defineAction({
  access: { permission: 'rbac:manage' },
  body: z.object({ version: formVersion }),
  handle: async ({ version }, { principal, query, ctx }) => {
    const name = query.get('name') ?? ''
    const deleted = await retirePermission(principal, { name, versions: [version] }, ctx)
    return deleted.ok ? { ok: true, name } : deleted
  },
  done: ({ name }) => ({
    redirect: pagePath('/dashboard/rbac/permissions'),
    notice: 'permission_deleted',
    values: { name },
  }),
})
