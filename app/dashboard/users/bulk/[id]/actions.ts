'use server'

import { z } from 'zod'
import { chooseBulkRoles } from '@/lib/users/bulk/draft-bulk-action'
import { cancelBulkAction, runBulkAction } from '@/lib/users/bulk/run-bulk-action'
import { changeRolesBody } from '@/lib/users/users.schemas'
import { defineAction } from '@/lib/web/define-action'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const body = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['run', 'cancel']) }),
  z.object({ intent: z.literal('roles'), roles: listField(changeRolesBody.shape.roles) }),
])

export const changeBulkAction = defineAction({
  access: { permission: 'users:list' },
  body,
  handle: (form, { principal, params, ctx }) => {
    const id = params.id
    if (form.intent === 'roles') return chooseBulkRoles(principal, { id, roles: form.roles }, ctx)
    return form.intent === 'run'
      ? runBulkAction(principal, id, ctx)
      : cancelBulkAction(principal, id, ctx)
  },
  // Without the query: the questions about the draft are settled.
  done: ({ bulk }) => ({ redirect: pagePath('/dashboard/users/bulk/[id]', bulk.id) }),
})
