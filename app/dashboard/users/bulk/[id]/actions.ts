'use server'

import { z } from 'zod'
import { chooseBulkRoles } from '@/lib/users/bulk/draft-bulk-action'
import { cancelBulkAction, runBulkAction } from '@/lib/users/bulk/run-bulk-action'
import { changeRolesBody } from '@/lib/users/users.schemas'
import { defineAction } from '@/lib/web/define-action'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const onAction = {
  access: { permission: 'users:list' },
  page: '/dashboard/users/bulk/[id]',
} as const

/** Without the query: the questions about the draft are settled. */
const toAction = ({ bulk }: { bulk: { id: string } }) => ({
  redirect: pagePath('/dashboard/users/bulk/[id]', bulk.id),
})

export const chooseRoles = defineAction({
  ...onAction,
  body: z.object({ roles: listField(changeRolesBody.shape.roles) }),
  handle: ({ roles }, { principal, params, ctx }) =>
    chooseBulkRoles(principal, { id: params.id, roles }, ctx),
  done: toAction,
})

export const runAction = defineAction({
  ...onAction,
  body: z.object({}),
  handle: (_, { principal, params, ctx }) => runBulkAction(principal, params.id, ctx),
  done: toAction,
})

export const cancelAction = defineAction({
  ...onAction,
  body: z.object({}),
  handle: (_, { principal, params, ctx }) => cancelBulkAction(principal, params.id, ctx),
  done: toAction,
})
