'use server'

import { z } from 'zod'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { deleteAccountBody } from '@/lib/identity/auth.schemas'
import { eraseOwnAccount } from '@/lib/users/erasure/erase-user'
import { defineAction } from '@/lib/web/define-action'
import { atPasswordField } from '@/lib/web/password-field'

export const deleteAccount = defineAction({
  access: 'authenticated',
  body: deleteAccountBody.extend({ erase: z.literal('true').optional() }),
  handle: async ({ password, erase }, { ctx, principal }) => {
    const carryOut = erase ? eraseOwnAccount : deleteOwnAccount
    const outcome = await carryOut({ password }, principal, ctx)
    return outcome.ok ? outcome : atPasswordField(outcome)
  },
  done: (_, { body: { erase } }) => ({
    redirect: '/auth/login',
    session: 'clear',
    notice: erase ? 'account_erased' : 'account_deleted',
  }),
})
