import { findAddressChange, findLinkOwner } from '@/lib/accounts/email-token.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { db } from '@/lib/platform/db/database'
import { type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * What the page of an emailed link shows: the address that it is for and the name of the account.
 * Null when the link is unknown, used or expired, which are indistinguishable. Nothing is consumed.
 */
export function inspectMailedLink(
  kind: 'reset_password' | 'invitation' | 'email_change',
  by: { token: string; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  return kind === 'email_change'
    ? findAddressChange(db(), by)
    : findLinkOwner(db(), { kind, ...by })
}

type BadTokenAction =
  | 'password.reset_refused'
  | 'email.verification_refused'
  | 'email.confirmation_refused'
  | 'invitation.refused'
  | 'administrator.creation_refused'
  | 'session.disowned'

/**
 * Refuses and audits a single-use token that is wrong, used or expired. The user may be guessing or
 * late.
 */
export async function refuseBadToken(
  action: BadTokenAction,
  ctx: RequestContext,
  details: { email?: string; taken?: boolean } = {},
): Promise<Refusal> {
  const reason = 'invalid_or_expired_token'
  await recordAudit(db(), ctx, {
    action,
    outcome: 'refused',
    details: { reason, ...details },
  })
  return refuse(reason)
}
