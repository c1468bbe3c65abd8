'use server'

import {
  apiKeyForms,
  handleApiKeyForm,
  keyFormDone,
  type KeyFormResult,
} from '@/lib/web/api-key-form'
import { defineAction } from '@/lib/web/define-action'

export const changeUserKeys = defineAction({
  access: { permission: 'users:read' },
  alsoRequires: { create_key: 'users:activate', revoke_key: 'users:activate', key_seen: null },
  body: apiKeyForms,
  handle: (form, { ctx, principal, params }) =>
    handleApiKeyForm(form, params.id, { principal, ctx }),
  done: (result: KeyFormResult, { here }) => keyFormDone(result, here),
})
