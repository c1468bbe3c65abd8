import { defineRoute } from '@/lib/http/define-route'
import { addPasskey, listPasskeys } from '@/lib/identity/passkeys/own-passkeys'
import {
  passkeyResponse,
  passkeysResponse,
  presentPasskey,
} from '@/lib/identity/passkeys/passkey.responses'
import { addPasskeyBody } from '@/lib/identity/passkeys/passkeys.schemas'
import { completeListQuery } from '@/lib/platform/complete-list'
import { presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listPasskeys',
  tag: 'Passkeys',
  summary: 'List your passkeys, oldest first',
  access: 'authenticated',
  lacking: ['enroll', 'proof'],
  query: completeListQuery,
  responses: { 200: passkeysResponse },
  handle: async ({ principal }) => {
    const passkeys = await listPasskeys(principal)
    return { status: 200, body: presentPage(passkeys.map(presentPasskey), null) }
  },
})

export const POST = defineRoute({
  operationId: 'addPasskey',
  tag: 'Passkeys',
  summary: 'Add a passkey to your account',
  access: 'authenticated',
  lacking: ['enroll'],
  body: addPasskeyBody,
  responses: { 201: passkeyResponse },
  refusals: ['passkey_refused', 'conflict', 'feature_disabled'],
  handle: async ({ body, principal, ctx }) => {
    const { name, response: passkey } = body
    const result = await addPasskey({ name, passkey }, principal, ctx)
    return result.ok ? { status: 201, body: presentPasskey(result.passkey) } : result
  },
})
