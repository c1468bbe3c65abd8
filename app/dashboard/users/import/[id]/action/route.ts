import { z } from 'zod'
import { runImport } from '@/lib/user-import/start-import'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: { permission: 'users:activate' },
  body: z.object({ intent: z.literal('run') }),
  run: (_, { principal, params, ctx }) => runImport(principal, params.id!, ctx),
  done: (_, { here }) => ({ redirect: here }),
})
