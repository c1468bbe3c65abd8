import { findAddressChange, findLinkOwner } from '@/lib/accounts/email-token.store'
import { dropAttempts } from '@/lib/accounts/registration.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { eraseFactors } from '@/lib/identity/mfa/factor.store'
import { deleteSignInMethods } from '@/lib/identity/oauth/identity.store'
import { erasePasskeys } from '@/lib/identity/passkeys/passkey.store'
import { revokeKeysSince } from '@/lib/identity/sessions/planted-access.store'
import { endPlantedWork } from '@/lib/identity/sessions/planted-work'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { erasePhone } from '@/lib/messaging/sms/phone.store'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { type Refusal, refuse } from '@/lib/platform/problems'
import type { AuditContext, RequestContext } from '@/lib/platform/request-context'

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

/**
 * Removes everything that could open an account before its owner proved the address: second
 * factors, passkeys, identities, API keys (also those that it created for service accounts), known
 * devices, sessions and other registrations. Also its phone number, which would get the owner's
 * security notices, and work that goes on without a session (`endPlantedWork`). An attacker may have
 * set them up with someone else's address (pre-hijacking). Returns how many sessions were live. The
 * caller holds the user's row and must replace the password.
 */
export async function endUnprovenAccess(
  tx: Tx,
  userId: string,
  ctx: AuditContext,
): Promise<number> {
  await eraseFactors(tx, userId)
  await erasePasskeys(tx, userId)
  await deleteSignInMethods(tx, userId)
  await dropAttempts(tx, userId)
  await erasePhone(tx, { userId, now: ctx.now })
  await revokeAllKeys(tx, userId, ctx)
  const ended = await revokeSessionsOf(tx, { userId, reason: 'account_reclaimed' }, ctx)
  await endPlantedWork(tx, { userId, since: new Date(0) }, ctx)
  return ended
}

async function revokeAllKeys(tx: Tx, userId: string, ctx: AuditContext): Promise<void> {
  const keys = await revokeKeysSince(tx, { userId, since: new Date(0), now: ctx.now })
  for (const { id: keyId, userId: ownerId, name } of keys) {
    await publish(tx, { type: 'api_key.revoked', keyId, userId: ownerId })
    await recordAudit(tx, ctx, {
      action: 'api_key.revoked',
      outcome: 'ok',
      actorId: userId,
      targetId: keyId,
      details: { name, user_id: ownerId },
    })
  }
}
