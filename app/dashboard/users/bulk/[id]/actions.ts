'use server'

import { z } from 'zod'
import { cancelBulkAction } from '@/lib/user-bulk/cancel-bulk-action'
import { chooseBulkRoles } from '@/lib/user-bulk/choose-bulk-roles'
import { runBulkAction } from '@/lib/user-bulk/run-bulk-action'
import { changeRolesBody } from '@/lib/users-admin/users.schemas'
import { defineAction } from '@/lib/web/define-action'
import { tickedRoles } from '@/lib/web/role-fields'

const body = z.preprocess(
  (fields: Record<string, unknown>) => ({ ...fields, roles: tickedRoles(fields) }),
  z.discriminatedUnion('intent', [
    z.object({ intent: z.enum(['run', 'cancel']) }),
    z.object({ intent: z.literal('roles'), roles: changeRolesBody.shape.roles }),
  ]),
)

export const changeBulkAction = defineAction({
  access: { permission: 'users:list' },
  body,
  handle: (asked, { principal, params, ctx }) => {
    const id = params.id!
    if (asked.intent === 'roles') return chooseBulkRoles(principal, { id, roles: asked.roles }, ctx)
    return asked.intent === 'run' ? runBulkAction(principal, id, ctx) : cancelBulkAction(principal, id, ctx)
  },
  // Without its query: what was asked about the draft is settled.
  done: ({ bulk }) => ({ redirect: `/dashboard/users/bulk/${bulk.id}` }),
})
