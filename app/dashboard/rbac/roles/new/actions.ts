'use server'

import { z } from 'zod'
import { findOwnNames } from '@/lib/access/catalog'
import { createRole } from '@/lib/access/change-role'
import { createRoleBody } from '@/lib/access/role.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { defineAction } from '@/lib/web/define-action'
import { gatherPermissions, ownNumbers, ROLES } from '@/lib/web/role-draft'

const TAKEN = fieldError(['name'], 'role_name_taken')

export const addRole = defineAction({
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  body: z.preprocess(
    gatherPermissions,
    createRoleBody.omit({ requires_mfa: true }).extend({ own: ownNumbers }),
  ),
  handle: async ({ own, ...role }, { principal, ctx }) => {
    const found = await findOwnNames(own)
    if (!found.ok) return found
    const permissions = [...role.permissions, ...found.names].sort()
    const made = await createRole(principal, { ...role, permissions }, ctx)
    return !made.ok && made.code === 'role_name_taken' ? { ...made, errors: [TAKEN] } : made
  },
  done: ({ role }) => ({ redirect: `${ROLES}/${role.id}`, notice: 'role_created' }),
})
