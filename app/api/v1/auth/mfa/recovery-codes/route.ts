import { recoveryCodesResponse } from '@/lib/auth/auth.answers'
import { mfaCodeBody } from '@/lib/auth/auth.schemas'
import { renewRecoveryCodes } from '@/lib/auth/renew-recovery-codes'
import { defineRoute } from '@/lib/http/define-route'

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
