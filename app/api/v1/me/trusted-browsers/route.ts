import { defineRoute } from '@/lib/http/define-route'
import { forgetTrustedBrowsers } from '@/lib/identity/mfa/trusted-browsers'

export const DELETE = defineRoute({
  operationId: 'forgetTrustedBrowsers',
  tag: 'Sessions',
  summary: 'Remove all trusted browsers; the next sign-in in each requires two-step verification',
  access: 'authenticated',
  responses: { 204: null },
  handle: async ({ principal, ctx }) => {
    const result = await forgetTrustedBrowsers(principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
