import { proveAssertedAddress } from '@/lib/accounts/asserted-address.store'
import { discardEmailTokens } from '@/lib/accounts/email-token.store'
import { dropAttempts } from '@/lib/accounts/registration.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { eraseFactors } from '@/lib/identity/mfa/factor.store'
import { deleteSignInMethods } from '@/lib/identity/oauth/identity.store'
import { erasePasskeys } from '@/lib/identity/passkeys/passkey.store'
import { revokeKeysSince } from '@/lib/identity/sessions/planted-access.store'
import { endPlantedWork } from '@/lib/identity/sessions/planted-work'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import type { UnprovenAccess } from '@/lib/messaging/mail/mails/account'
import { erasePhone } from '@/lib/messaging/sms/phone.store'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import type { AuditContext, RequestContext } from '@/lib/platform/request-context'

/**
 * The first proof that the owner of an imported address can read its mailbox: what was set up in
 * the account before is removed, with the password. False, and nothing is written, when the address
 * was proven in the meantime. The caller holds the locks of `lockPlantedAccess`.
 */
export async function proveAsserted(tx: Tx, userId: string, ctx: RequestContext): Promise<boolean> {
  const proven = await proveAssertedAddress(tx, { userId, now: ctx.now })
  if (!proven) return false
  const { hadPassword: passwordRemoved } = proven
  await endUnprovenAccess(tx, { userId, passwordRemoved }, ctx)
  await discardEmailTokens(tx, { userId })
  await publish(tx, { type: 'user.changed', userId })
  await recordAudit(tx, ctx, {
    action: 'email.verified',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { password: passwordRemoved ? 'removed' : 'none' },
  })
  return true
}

/**
 * Removes everything that could open an account before its owner proved the address: second
 * factors, passkeys, identities, API keys (also those that it created for service accounts), known
 * devices, sessions and other registrations. Also its phone number, which would get the owner's
 * security notices, and work that goes on without a session (`endPlantedWork`). An attacker may
 * have set them up with someone else's address (pre-hijacking), or the owner, who is told what was
 * removed. Returns how many sessions were live. The caller holds the locks of `lockPlantedAccess`
 * and the user's row, and has replaced the password, or removed it (`passwordRemoved`).
 */
export async function endUnprovenAccess(
  tx: Tx,
  { userId, passwordRemoved = false }: { userId: string; passwordRemoved?: boolean },
  ctx: RequestContext,
): Promise<number> {
  const removed = {
    password: passwordRemoved,
    mfa: await eraseFactors(tx, userId),
    passkeys: (await erasePasskeys(tx, userId)) > 0,
    providers: (await deleteSignInMethods(tx, userId)) > 0,
    api_keys: (await revokeAllKeys(tx, userId, ctx)) > 0,
    phone: await erasePhone(tx, { userId, now: ctx.now }),
  } satisfies Record<UnprovenAccess, boolean>
  await dropAttempts(tx, userId)
  const ended = await revokeSessionsOf(tx, { userId, reason: 'account_reclaimed' }, ctx)
  await endPlantedWork(tx, { userId, since: new Date(0) }, ctx)
  await reportRemoved(tx, { userId, removed }, ctx)
  return ended
}

/** Revokes all API keys that the user created. Returns how many. */
async function revokeAllKeys(tx: Tx, userId: string, ctx: AuditContext): Promise<number> {
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
  return keys.length
}

/** The number that was removed gets no text message: it may be the attacker's. */
async function reportRemoved(
  tx: Tx,
  { userId, removed }: { userId: string; removed: Record<UnprovenAccess, boolean> },
  ctx: RequestContext,
): Promise<void> {
  const about = { outcome: 'ok', actorId: userId, targetId: userId } as const
  if (removed.password) await recordAudit(tx, ctx, { action: 'password.removed', ...about })
  if (removed.mfa) await recordAudit(tx, ctx, { action: 'mfa.removed', ...about })
  const names = Object.entries(removed).flatMap(([name, is]) => (is ? [name] : []))
  if (names.length === 0) return
  const mail = { mail: 'unproven_access_removed', userId, removed: names.join(',') } as const
  await notifyOwner(tx, { ...mail, ...seenBy(ctx) }, ctx.now)
}
