'use server'

import { z } from 'zod'
import { findOwnNames } from '@/lib/access/catalog'
import { changeRole, deleteRole } from '@/lib/access/change-role'
import { getRole } from '@/lib/access/list-roles'
import { changeRoleBody } from '@/lib/access/role.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion as version } from '@/lib/web/form-version'
import { gatherPermissions, ownNumbers, ROLES } from '@/lib/web/role-draft'

const box = z.literal('on').optional()

const body = z.preprocess(
  gatherPermissions,
  z.discriminatedUnion('intent', [
    changeRoleBody
      .omit({ requires_mfa: true })
      .required({ name: true, description: true, permissions: true })
      .extend({
        intent: z.literal('save'),
        version,
        own: ownNumbers,
        regrant: box,
        drop_retired: box,
      }),
    z.object({ intent: z.literal('mfa'), version, required: box }),
    z.object({ intent: z.literal('delete'), version }),
  ]),
)

export const editRole = defineAction({
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  body,
  handle: async (asked, { principal, ctx, params }) => {
    const target = { roleId: params.id ?? '', versions: [asked.version] }
    if (asked.intent === 'save') {
      const { name, description, regrant } = asked
      const found = await findOwnNames(asked.own)
      if (!found.ok) return found
      const permissions = [...asked.permissions, ...found.names].sort()
      const changes = { name, description, ...(regrant && { permissions }) }
      const changed = await changeRole(principal, { ...target, changes }, ctx)
      return changed.ok
        ? { ok: true, path: `${ROLES}/${changed.role.id}`, notice: 'role_saved' }
        : changed
    }
    if (asked.intent === 'mfa') {
      const changes = { requires_mfa: asked.required === 'on' }
      const changed = await changeRole(principal, { ...target, changes }, ctx)
      return changed.ok
        ? { ok: true, path: `${ROLES}/${changed.role.id}`, notice: 'role_saved' }
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
