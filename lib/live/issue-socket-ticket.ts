import { issueTicket, TICKET_SECONDS } from '@/lib/live/socket-ticket.store'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'

/**
 * Makes a ticket that opens one live connection for the principal's session. The connection lives no longer than the access token
 * that asked for it (`credentialExpiresAt`), unless it is renewed.
 */
export async function issueSocketTicket(
  principal: Principal,
  by: { credentialExpiresAt: Date; now: Date },
): Promise<{ ticket: string; expiresInSeconds: number }> {
  const { sessionId, generation } = principal
  const ticket = await issueTicket(db(), { sessionId, generation, ...by })
  return { ticket, expiresInSeconds: TICKET_SECONDS }
}
