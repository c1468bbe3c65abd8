import { changePasswordBody } from '@/lib/auth/auth.schemas'
import { changePassword } from '@/lib/auth/change-password'
import { defineAction } from '@/lib/web/define-action'

const WRONG = { pointer: '/current_password', code: 'wrong_password', detail: 'is not the current password' }

export const POST = defineAction({
  access: 'authenticated',
  body: changePasswordBody,
  run: async (body, { ctx, principal }) => {
    const input = { currentPassword: body.current_password, newPassword: body.new_password }
    const outcome = await changePassword(input, principal, ctx)
    // The person is known here: unlike at sign-in, saying which field is wrong tells nothing new.
    return !outcome.ok && outcome.code === 'invalid_credentials' ? { ...outcome, errors: [WRONG] } : outcome
  },
  done: ({ session }, { here }) => ({
    redirect: here,
    session,
    flash: { notice: 'password_changed' },
    inPlace: true,
  }),
})
