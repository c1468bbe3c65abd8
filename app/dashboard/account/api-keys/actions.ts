'use server'

import {
  apiKeyForms,
  handleApiKeyForm,
  keyFormDone,
  type KeyFormResult,
} from '@/lib/web/api-key-form'
import { defineAction } from '@/lib/web/define-action'

export const changeOwnKeys = defineAction({
  access: 'authenticated',
  body: apiKeyForms,
  handle: (form, { ctx, principal }) =>
    handleApiKeyForm(form, principal.userId, { principal, ctx }),
  done: (result: KeyFormResult, { here }) => keyFormDone(result, here),
})
