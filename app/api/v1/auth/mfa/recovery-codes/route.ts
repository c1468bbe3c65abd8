import { defineRoute } from '@/lib/http/define-route'
import { recoveryCodesResponse } from '@/lib/identity/auth.responses'
import { mfaCodeBody } from '@/lib/identity/auth.schemas'
import { renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'

export const POST = defineRoute({
  operationId: 'replaceRecoveryCodes',
  tag: 'Two-step verification',
  summary: 'Replace the recovery codes; the old ones stop working',
  access: 'authenticated',
  body: mfaCodeBody,
  responses: { 200: recoveryCodesResponse },
  refusals: ['invalid_mfa_code', 'mfa_not_enabled', 'account_locked', 'overloaded'],
  handle: async ({ body, principal, ctx }) => {
    const result = await renewRecoveryCodes(body, principal, ctx)
    return result.ok ? { status: 200, body: { recovery_codes: result.recoveryCodes } } : result
  },
})
