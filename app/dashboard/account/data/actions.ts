'use server'

import { z } from 'zod'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { deleteAccountBody } from '@/lib/identity/auth.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { eraseOwnAccount } from '@/lib/users/erasure/erase-user'
import { defineAction } from '@/lib/web/define-action'

export const deleteAccount = defineAction({
  access: 'authenticated',
  body: deleteAccountBody.extend({ erase: z.literal('true').optional() }),
  handle: async ({ password, erase }, { ctx, principal }) => {
    const carryOut = erase ? eraseOwnAccount : deleteOwnAccount
    const outcome = await carryOut({ password }, principal, ctx)
    return !outcome.ok && outcome.code === 'invalid_credentials'
      ? { ...outcome, errors: [fieldError(['password'], 'wrong_password')] }
      : outcome
  },
  done: (_, { body: { erase } }) => ({
    redirect: '/auth/login',
    session: 'clear',
    notice: erase ? 'account_erased' : 'account_deleted',
  }),
})
