import { defineRoute } from '@/lib/http/define-route'
import { locale } from '@/lib/http/request-headers'
import { registeredResponse } from '@/lib/identity/auth.responses'
import { registerBody } from '@/lib/identity/auth.schemas'
import { register } from '@/lib/identity/registration/register'

export const POST = defineRoute({
  operationId: 'registerAccount',
  tag: 'Authentication',
  summary: 'Register an account; we email a confirmation link',
  access: 'public',
  headers: { locale },
  body: registerBody,
  responses: { 202: registeredResponse },
  refusals: [
    'registration_closed',
    'botcheck_failed',
    'botcheck_unavailable',
    'password_too_weak',
    'overloaded',
  ],
  handle: async ({ body: { botcheck_token: botcheckToken, fields: profile, ...body }, ctx }) => {
    const result = await register({ ...body, ...(profile && { profile }), botcheckToken }, ctx)
    return result.ok ? { status: 202, body: { status: result.status } } : result
  },
})
