import { defineRoute } from '@/lib/http/define-route'
import { recoveryCodesResponse } from '@/lib/identity/auth.responses'
import { mfaCodeBody } from '@/lib/identity/auth.schemas'
import { enableMfa } from '@/lib/identity/mfa/enable-mfa'

export const POST = defineRoute({
  operationId: 'enableMfa',
  tag: 'Two-step verification',
  summary: 'Turn on two-step verification with the first code; all other sessions end',
  access: 'authenticated',
  lacking: ['enroll'],
  body: mfaCodeBody,
  responses: { 200: recoveryCodesResponse },
  refusals: ['invalid_mfa_code', 'mfa_already_enabled', 'mfa_enrolment_missing', 'overloaded'],
  handle: async ({ body, principal, ctx }) => {
    const result = await enableMfa(body, principal, ctx)
    return result.ok ? { status: 200, body: { recovery_codes: result.recoveryCodes } } : result
  },
})
