'use server'

import { z } from 'zod'
import { cancelImport } from '@/lib/users/import/cancel-import'
import { inviteImported } from '@/lib/users/import/invite-imported'
import { runImport } from '@/lib/users/import/run-import'
import { defineAction } from '@/lib/web/define-action'

const onImport = {
  access: { permission: 'users:activate' },
  page: '/dashboard/users/import/[id]',
  body: z.object({}),
} as const

export const startRun = defineAction({
  ...onImport,
  act: 'user_import',
  handle: (_, { principal, params, ctx }) => runImport(principal, params.id, ctx),
  done: (_, { here }) => ({ redirect: here }),
})

export const stopRun = defineAction({
  ...onImport,
  handle: (_, { principal, params, ctx }) => cancelImport(principal, params.id, ctx),
  done: (_, { here }) => ({ redirect: here }),
})

export const inviteUsers = defineAction({
  ...onImport,
  handle: (_, { principal, params, ctx }) => inviteImported(principal, params.id, ctx),
  done: (_, { here }) => ({ redirect: here }),
})
