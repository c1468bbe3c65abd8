'use server'

import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { deleteAccountBody } from '@/lib/identity/auth.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { defineAction } from '@/lib/web/define-action'

export const deleteAccount = defineAction({
  access: 'authenticated',
  body: deleteAccountBody,
  handle: async ({ password }, { ctx, principal }) => {
    const outcome = await deleteOwnAccount({ password }, principal, ctx)
    return !outcome.ok && outcome.code === 'invalid_credentials'
      ? { ...outcome, errors: [fieldError(['password'], 'wrong_password')] }
      : outcome
  },
  done: () => ({ redirect: '/auth/login', session: 'clear', notice: 'account_deleted' }),
})
