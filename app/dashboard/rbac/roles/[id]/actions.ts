'use server'

import { z } from 'zod'
import { changeRole, deleteRole } from '@/lib/access/change-role'
import { getRole } from '@/lib/access/list-roles'
import { changeRoleBody, rolePermissionsBody } from '@/lib/access/role.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion as version } from '@/lib/web/form-version'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const onRole = {
  access: { permission: 'rbac:manage' },
  page: '/dashboard/rbac/roles/[id]',
  act: 'role_change',
} as const

const box = z.literal('on').optional()

/** The role after a change. */
const toRole = ({ role }: { role: { id: string } }) => ({
  redirect: pagePath('/dashboard/rbac/roles/[id]', role.id),
  notice: 'role_saved',
})

export const saveRole = defineAction({
  ...onRole,
  body: changeRoleBody
    .omit({ requires_mfa: true })
    .required({ name: true, description: true })
    .extend({
      version,
      permissions: listField(rolePermissionsBody.shape.permissions),
      regrant: box,
    }),
  handle: ({ version, name, description, permissions, regrant }, { principal, ctx, params }) => {
    const target = { roleId: params.id, versions: [version] }
    const changes = { name, description, ...(regrant && { permissions }) }
    return changeRole(principal, { ...target, changes }, ctx)
  },
  done: toRole,
})

export const saveMfaRule = defineAction({
  ...onRole,
  body: z.object({ version, required: box }),
  handle: ({ version, required }, { principal, ctx, params }) => {
    const target = { roleId: params.id, versions: [version] }
    return changeRole(principal, { ...target, changes: { requires_mfa: required === 'on' } }, ctx)
  },
  done: toRole,
})

export const removeRole = defineAction({
  ...onRole,
  body: z.object({ version }),
  handle: async ({ version }, { principal, ctx, params }) => {
    const before = await getRole(params.id)
    const target = { roleId: params.id, versions: [version] }
    const deleted = await deleteRole(principal, target, ctx)
    return deleted.ok ? { ok: true, name: before.ok ? before.role.name : '' } : deleted
  },
  done: ({ name }) => ({
    redirect: pagePath('/dashboard/rbac/roles'),
    notice: 'role_deleted',
    values: { name },
  }),
})
