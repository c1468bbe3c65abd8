import { bearerExpiry } from '@/lib/http/api-request'
import { defineRoute } from '@/lib/http/define-route'
import { ticketResponse } from '@/lib/identity/sessions/socket-ticket.responses'
import { issueSocketTicket } from '@/lib/identity/sessions/socket-tickets'
import { ignoredFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'createLiveTicket',
  tag: 'Live events',
  summary:
    'Create a single-use ticket for /api/v1/ws, for clients that cannot send an Authorization header',
  access: 'authenticated',
  impersonation: 'allowed',
  body: ignoredFields,
  responses: { 201: ticketResponse },
  handle: async ({ request, principal, ctx }) => {
    const credentialExpiresAt = bearerExpiry(request, ctx.now)
    const { ticket, expiresInSeconds } = await issueSocketTicket(principal, {
      credentialExpiresAt,
      now: ctx.now,
    })
    return { status: 201, body: { ticket, expires_in: expiresInSeconds } }
  },
})
