import { lockLiveSession } from '@/lib/access/live-caller.store'
import { needsWhatIsRemoved } from '@/lib/access/missing-factor'
import { type Credentials, findCredentials } from '@/lib/accounts/user.store'
import type { AuditSuccess } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { runInAccountQueue } from '@/lib/identity/mfa/account-queue'
import { newRecoveryCodes } from '@/lib/identity/mfa/code-format'
import { disableFactor, replaceRecoveryCodes } from '@/lib/identity/mfa/factor.store'
import { distrustDevices } from '@/lib/identity/mfa/trusted-browser.store'
import { verifyCode } from '@/lib/identity/mfa/verify-code'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import {
  checkOwner,
  checkOwnerPassword,
  checkRecentSignIn,
} from '@/lib/identity/sign-in/reauthenticate'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/**
 * Turns two-step verification off. Requires the password, or a recent sign-in if the account has
 * none, and then a code, so that a hijacked session can't guess codes. Deletes the secret and the
 * recovery codes, signs out all other sessions, and forgets all other devices.
 */
export async function disableMfa(
  input: { code: string; password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (!user.mfaEnabledAt) return refuse('mfa_not_enabled')
  const proof = { password: input.password, refusedAction: 'mfa.disable_refused' } as const
  const refusal = user.passwordHash
    ? await checkOwnerPassword(user, proof, principal, ctx)
    : await checkOwner(user, proof, principal, ctx)
  if (refusal) return refusal
  return runInAccountQueue(user.id, () =>
    inTransaction((tx) => disable(tx, { user, code: input.code }, principal, ctx)),
  )
}

async function disable(
  tx: Tx,
  by: { user: Credentials; code: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { id: userId, passwordChangedAt } = by.user
  await holdSession(tx, principal, ctx)
  const verified = await verifyCode(tx, { userId, code: by.code, during: 'settings' }, ctx)
  if (!verified.ok) return verified
  if (await needsWhatIsRemoved(tx, userId, { mfaEnabled: false })) {
    await recordAudit(tx, ctx, {
      action: 'mfa.disable_refused',
      outcome: 'refused',
      actorId: userId,
      targetId: userId,
      details: { reason: 'last_second_factor' },
    })
    return refuse('last_second_factor')
  }
  // The password was changed since the check, so the check is no longer valid.
  if (!(await disableFactor(tx, { userId, passwordChangedAt })))
    return refuse('invalid_credentials')
  const ended = await revokeSessionsOf(
    tx,
    {
      userId,
      exceptSessionId: principal.sessionId,
      reason: 'mfa_disabled',
    },
    ctx,
  )
  await publish(tx, { type: 'user.changed', userId })
  const details = { sessions_ended: ended, factor: verified.factor }
  await reportFactorChange(tx, { action: 'mfa.disabled', userId, details }, ctx)
  return { ok: true }
}

/**
 * Replaces the recovery codes after verifying a code. The old ones are invalid at once, used or
 * not. On pages, it requires a recent sign-in or the password first, so that a hijacked session
 * can't guess codes. The API can't: its contract is the code alone.
 */
export async function renewRecoveryCodes(
  input: { code: string; password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  if (ctx.surface === 'web') {
    const proof = { password: input.password, refusedAction: 'mfa.renewal_refused' } as const
    const refusal = await checkRecentSignIn(principal, proof, ctx)
    if (refusal) return refusal
  }
  return runInAccountQueue(principal.userId, () =>
    inTransaction((tx) => renew(tx, input.code, principal, ctx)),
  )
}

async function renew(
  tx: Tx,
  code: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const { userId } = principal
  const session = await holdSession(tx, principal, ctx)
  const verified = await verifyCode(tx, { userId, code, during: 'settings' }, ctx)
  if (!verified.ok) return verified
  const { codes, hashes } = newRecoveryCodes()
  const addition = { userId, sessionStartedAt: session.startedAt, now: ctx.now }
  await replaceRecoveryCodes(tx, { ...addition, hashes })
  await distrustDevices(tx, { userId, now: ctx.now })
  const details = { factor: verified.factor }
  await reportFactorChange(tx, { action: 'mfa.recovery_codes_renewed', userId, details }, ctx)
  return { ok: true, recoveryCodes: codes }
}

/** Called before `verifyCode`, because the user's row is locked before the authenticator's. */
async function holdSession(tx: Tx, principal: SessionPrincipal, ctx: RequestContext) {
  const session = await lockLiveSession(tx, { ...principal, now: ctx.now })
  if (!session) throw new RefusedError(refuse('session_revoked'))
  return session
}

const MAILS = {
  'mfa.enabled': 'mfa_enabled',
  'mfa.disabled': 'mfa_disabled',
  'mfa.recovery_codes_renewed': 'recovery_codes_renewed',
} as const

/**
 * Audits a change of a user's two-step verification and emails them, so that they learn of it if it
 * wasn't them.
 */
export async function reportFactorChange(
  tx: Tx,
  { userId, ...change }: AuditSuccess<keyof typeof MAILS> & { userId: string },
  ctx: RequestContext,
): Promise<void> {
  await notifyOwner(tx, { mail: MAILS[change.action], userId, ...seenBy(ctx) }, ctx.now)
  await recordAudit(tx, ctx, {
    ...change,
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
  })
}
