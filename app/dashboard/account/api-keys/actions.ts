'use server'

import { z } from 'zod'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { createKeyFromForm, newKeyForm, staleKey } from '@/lib/web/api-key-form'
import { defineAction } from '@/lib/web/define-action'
import { clearedOneTimeSetCookie } from '@/lib/web/one-time-cookie'

export const createKey = defineAction({
  access: 'authenticated',
  body: newKeyForm,
  handle: (form, { principal, ctx }) =>
    createKeyFromForm(form, principal.userId, { principal, ctx }),
  done: ({ cookie }, { here }) => ({ redirect: here, cookies: [cookie] }),
})

export const revokeKey = defineAction({
  access: 'authenticated',
  stale: staleKey,
  body: z.object({ key_id: z.uuid() }),
  handle: ({ key_id: id }, { principal, ctx }) => revokeApiKey(principal, id, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'key_revoked', inPlace: true }),
})

export const hideKey = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: async () => ({ ok: true }),
  done: (_, { here }) => ({ redirect: here, cookies: [clearedOneTimeSetCookie()] }),
})
