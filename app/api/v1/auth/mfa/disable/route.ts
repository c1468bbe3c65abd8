import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { mfaDisableBody } from '@/lib/identity/auth.schemas'
import { disableMfa } from '@/lib/identity/mfa/manage-mfa'

export const POST = defineRoute({
  operationId: 'disableMfa',
  tag: 'Two-step verification',
  summary: 'Turn off two-step verification with the password and a code; all other sessions end',
  access: 'authenticated',
  headers: { deviceToken },
  body: mfaDisableBody,
  responses: { 204: null },
  refusals: [
    'invalid_credentials',
    'invalid_mfa_code',
    'reauthentication_required',
    'mfa_not_enabled',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ body, principal, ctx }) => {
    const result = await disableMfa(body, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
