import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { mfaSetupResponse } from '@/lib/identity/auth.responses'
import { mfaSetupBody } from '@/lib/identity/auth.schemas'
import { setupMfa } from '@/lib/identity/mfa/enable-mfa'

export const POST = defineRoute({
  operationId: 'startMfaSetup',
  tag: 'Two-step verification',
  summary:
    'Start setting up two-step verification: returns a secret for an authenticator app and turns nothing on yet',
  access: 'authenticated',
  lacking: ['enroll'],
  headers: { deviceToken },
  body: mfaSetupBody,
  responses: { 200: mfaSetupResponse },
  refusals: [
    'invalid_credentials',
    'mfa_already_enabled',
    'reauthentication_required',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ body, principal, ctx }) => {
    const result = await setupMfa(body, principal, ctx)
    if (!result.ok) return result
    const { secret, otpauthUrl, qrSvg, expiresInSeconds } = result
    return {
      status: 200,
      body: { secret, otpauth_url: otpauthUrl, qr_svg: qrSvg, expires_in: expiresInSeconds },
    }
  },
})
