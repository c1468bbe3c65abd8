import { z } from 'zod'
import { cancelImport } from '@/lib/user-import/cancel-import'
import { runImport } from '@/lib/user-import/start-import'
import { defineAction } from '@/lib/web/define-action'

const ACTS = { run: runImport, cancel: cancelImport }

export const POST = defineAction({
  access: { permission: 'users:activate' },
  body: z.object({ intent: z.enum(['run', 'cancel']) }),
  run: ({ intent }, { principal, params, ctx }) => ACTS[intent](principal, params.id!, ctx),
  done: (_, { here }) => ({ redirect: here }),
})
