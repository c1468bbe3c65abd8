import { awaitsApproval } from '@/lib/accounts/user-status'
import { type Credentials, upgradePasswordHash } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  admitPasswordWork,
  hashPassword,
  matchesAnyPassword,
  verifyPassword,
} from '@/lib/identity/passwords/password-hash'
import { completeFirstStep, type SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { type Outcome, RefusedError, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { verifyBotCheck } from '@/lib/protection/bot-check/verify-bot-check'
import {
  type Reservation,
  reserveAttempt,
  settleAttempt,
  settleSuccessSoon,
} from '@/lib/protection/login-guard/login-guard'
import type { AttemptOwner } from '@/lib/protection/login-guard/login-guard.store'

/**
 * Signs in with email and password, up to the second step if the account has one. The attempt is
 * reserved before the password is checked, and everything up to the result is the same for an
 * address that doesn't exist: one reservation that looks it up, one hash, one audit record.
 */
export async function login(
  input: { email: string; password: string; botcheckToken?: string },
  ctx: RequestContext,
): Promise<Outcome<SignIn>> {
  const notHuman = await verifyBotCheck({ token: input.botcheckToken, action: 'login' }, ctx)
  return notHuman ?? admitPasswordWork(() => signIn(input, ctx))
}

async function signIn(
  input: { email: string; password: string },
  ctx: RequestContext,
): Promise<Outcome<SignIn>> {
  const reserved = await reserveAttempt(input.email, ctx)
  if (!reserved.ok) return reserved
  const { reservation, owner: user } = reserved
  try {
    const verdict = await comparePassword(input.password, user)
    if (!user || !verdict.matches || user.status === 'deactivated' || user.status === 'deleted')
      return await refuseLogin(
        { email: input.email, user, matches: verdict.matches },
        reservation,
        ctx,
      )
    if (user.status === 'pending') return await refusePending(user, reservation, ctx)
    settleSuccessSoon(reservation)
    if (verdict.outdated) await upgrade(user, input.password)
    const signedIn = await completeLogin(user, reservation, ctx)
    return signedIn ? { ok: true, ...signedIn } : refuse('invalid_credentials')
  } catch (error) {
    // Nothing was decided (overload, database down), so the attempt is released. Settling twice
    // does nothing.
    await settleAttempt(reservation, 'released').catch(() => undefined)
    throw error
  }
}

async function refuseLogin(
  attempt: { email: string; user: AttemptOwner | null; matches: boolean },
  reservation: Reservation,
  ctx: RequestContext,
) {
  await settleAttempt(reservation, 'failed')
  const { user } = attempt
  await recordAudit(db(), ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetId: user?.id ?? null,
    details: {
      email: attempt.email,
      factor: 'pwd',
      reason: user ? reasonOf(attempt.matches, user) : 'unknown_email',
    },
  })
  return refuse('invalid_credentials')
}

function reasonOf(matches: boolean, user: AttemptOwner): string {
  if (matches) return user.status
  return user.passwordHash || user.waitingHashes.length > 0 ? 'wrong_password' : 'no_password'
}

/** One hash for every request, because the pending registrations of an address share a salt. */
async function comparePassword(password: string, user: AttemptOwner | null) {
  const [newest, ...others] = user?.waitingHashes ?? []
  if (newest === undefined) return verifyPassword(password, user?.passwordHash ?? null)
  return { matches: await matchesAnyPassword(password, [newest, ...others]), outdated: false }
}

async function refusePending(user: Credentials, reservation: Reservation, ctx: RequestContext) {
  const reason = awaitsApproval(user) ? 'approval_pending' : 'email_not_verified'
  // Neither a failure nor a success. Otherwise an attacker who also registered the address could
  // reset the count with their own password, and so guess another registrant's password
  // indefinitely.
  await settleAttempt(reservation, 'released')
  await recordAudit(db(), ctx, {
    action: 'session.refused',
    outcome: 'refused',
    actorId: user.id,
    targetId: user.id,
    details: { factor: 'pwd', reason },
  })
  return refuse(reason)
}

function completeLogin(
  user: Credentials,
  reservation: Reservation,
  ctx: RequestContext,
): Promise<SignIn | null> {
  const { id: userId, passwordChangedAt } = user
  return completeFirstStep(db(), ctx, {
    userId,
    mfaEnabled: user.mfaEnabledAt !== null,
    passwordChangedAt,
    amr: ['pwd'],
    knownDevice: reservation.knownDevice,
  })
}

/** Best effort: the password was correct, and the next sign-in tries again. */
async function upgrade(user: Credentials, password: string): Promise<void> {
  try {
    const by = { userId: user.id, replacing: user.passwordHash! }
    await upgradePasswordHash(db(), { ...by, passwordHash: await hashPassword(password) })
  } catch (error) {
    if (error instanceof RefusedError) return
    logger().warn({ user_id: user.id, error }, 'a password hash could not be upgraded')
  }
}
