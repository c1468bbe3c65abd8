'use server'

import { z } from 'zod'
import { changePermission, retirePermission } from '@/lib/access/change-permission'
import { changePermissionBody } from '@/lib/access/permission.schemas'
import type { Outcome } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'
import { gatherPermissionFields, PERMISSIONS } from '@/lib/web/permission-forms'

const body = z.preprocess(
  gatherPermissionFields,
  z.discriminatedUnion('intent', [
    changePermissionBody.required().extend({ intent: z.literal('save'), version: formVersion }),
    z.object({ intent: z.literal('delete'), version: formVersion }),
  ]),
)

export const editPermission = defineAction({
  access: { permission: 'rbac:manage' },
  body,
  handle: async (form, { principal, query, ctx }): Promise<Outcome<{ deleted: string | null }>> => {
    const name = query.get('name') ?? ''
    if (form.intent === 'delete') {
      const target = { name, versions: [form.version] }
      const deleted = await retirePermission(principal, target, ctx)
      return deleted.ok ? { ok: true, deleted: name } : deleted
    }
    const { intent: _, version, ...changes } = form
    const changed = await changePermission(principal, { name, changes, versions: [version] }, ctx)
    return changed.ok ? { ok: true, deleted: null } : changed
  },
  done: ({ deleted }) =>
    deleted === null
      ? { redirect: PERMISSIONS, notice: 'permission_saved' }
      : { redirect: PERMISSIONS, notice: 'permission_deleted', values: { name: deleted } },
})
