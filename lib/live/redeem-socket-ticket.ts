import { consumeTicket } from '@/lib/live/socket-ticket.store'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import type { Access } from '@/lib/rbac/find-access'
import { authenticateSession } from '@/lib/sessions/authenticate'

/**
 * Uses a ticket up and says who it stands for; the attempt uses it up, whatever comes of it. Its session must live, and its password
 * must not have been changed since.
 */
export async function redeemSocketTicket(
  ticket: string,
  now: Date,
): Promise<Outcome<{ principal: Principal; access: Access; credentialExpiresAt: Date }>> {
  const used = await consumeTicket(db(), ticket, now)
  if (!used) return refuse('invalid_token', { detail: 'The ticket is invalid, expired or already used.' })
  if (used.credentialExpiresAt <= now) return refuse('token_expired')
  const who = await authenticateSession(used, now)
  return who.ok ? { ...who, credentialExpiresAt: used.credentialExpiresAt } : who
}
