import type { Access } from '@/lib/access/find-access'
import { authenticateSession } from '@/lib/identity/sessions/authenticate'
import {
  consumeTicket,
  issueTicket,
  TICKET_SECONDS,
} from '@/lib/identity/sessions/live-connection.store'
import { db } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/**
 * Creates a ticket that opens one live connection for the principal's session. The connection ends
 * no later than the access token that requested it (`credentialExpiresAt`), unless it is renewed.
 */
export async function issueSocketTicket(
  principal: SessionPrincipal,
  by: { credentialExpiresAt: Date; now: Date },
): Promise<{ ticket: string; expiresInSeconds: number }> {
  const { sessionId, generation } = principal
  const ticket = await issueTicket(db(), { sessionId, generation, ...by })
  return { ticket, expiresInSeconds: TICKET_SECONDS }
}

/**
 * Consumes a ticket and returns the principal it stands for. The attempt consumes it whatever the
 * result. Its session must be live, and the password must not have changed since it was issued.
 */
export async function redeemSocketTicket(
  ticket: string,
  now: Date,
): Promise<Outcome<{ principal: SessionPrincipal; access: Access; credentialExpiresAt: Date }>> {
  const used = await consumeTicket(db(), ticket, now)
  if (!used)
    return refuse('invalid_token', { detail: 'The ticket is invalid, expired, or already used.' })
  if (used.credentialExpiresAt <= now) return refuse('token_expired')
  const who = await authenticateSession(used, now)
  return who.ok ? { ...who, credentialExpiresAt: used.credentialExpiresAt } : who
}
