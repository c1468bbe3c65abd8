'use server'

import { z } from 'zod'
import { cancelImport, inviteImported, runImport } from '@/lib/users/import/start-import'
import { defineAction } from '@/lib/web/define-action'

const ACTS = { run: runImport, cancel: cancelImport, invite: inviteImported }

export const changeImport = defineAction({
  access: { permission: 'users:activate' },
  act: { run: 'user_import' },
  body: z.object({ intent: z.enum(['run', 'cancel', 'invite']) }),
  handle: ({ intent }, { principal, params, ctx }) => ACTS[intent](principal, params.id, ctx),
  done: (_, { here }) => ({ redirect: here }),
})
