import { z } from 'zod'
import { defineAction } from '@/lib/web/define-action'
import { endUserSessions } from '@/lib/users-admin/end-user-sessions'
import { moveUser } from '@/lib/users-admin/move-user'
import { ACT_PERMISSIONS, USER_ACTS } from '@/lib/users-admin/user-acts'

export const POST = defineAction({
  access: { permission: 'users:list' },
  intents: ACT_PERMISSIONS,
  body: z.object({ intent: z.enum(USER_ACTS), user_id: z.uuid() }),
  keep: ['user_id'],
  run: ({ intent, user_id: userId }, { ctx, principal }) =>
    intent === 'end_sessions'
      ? endUserSessions(principal, { userId }, ctx)
      : moveUser(principal, { userId, move: intent }, ctx),
  done: ({ user }, { body: { intent }, here }) => ({
    redirect: here,
    flash: { form: intent, notice: 'user_changed', values: { person: user.email } },
  }),
})
