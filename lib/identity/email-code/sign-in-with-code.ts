import {
  claimCodeLink,
  type CodeTry,
  findCodeAddress,
  findCodeLink,
  findUnprovenCodeOwner,
  tryCode,
} from '@/lib/accounts/sign-in-code.store'
import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { lockPlantedAccess } from '@/lib/identity/account/account-locks.store'
import { proveAsserted } from '@/lib/identity/registration/unproven-access'
import { completeFirstStep, type SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { isKnownDevice } from '@/lib/protection/login-guard/known-device.store'
import { reserveUntargetedAttempt, settleAttempt } from '@/lib/protection/login-guard/login-guard'

/** `nextPath` is where the user was going. */
type ByCode = Outcome<{ signIn: SignIn; nextPath: string | null }>

/** The factor of an emailed code (RFC 8176: a one-time password). */
const FACTOR = 'otp'

/**
 * Signs in with an emailed code, up to the second step if the account has one: a mailbox is one
 * factor. `secret` is the one that the request returned. One request allows one success, five tries
 * and ten minutes. Everything that can be wrong gets the same answer, `invalid_email_code`, with
 * the same work, also for an address without an account. Incorrect codes are charged to the login
 * guard's budget of the client's network or known device.
 */
export async function signInWithEmailCode(
  { secret, code }: { secret: string; code: string },
  ctx: RequestContext,
): Promise<ByCode> {
  if (!settings().emailCode) return refuse('feature_disabled')
  const address = await findCodeAddress(db(), { secret, now: ctx.now })
  const reserved = await reserveUntargetedAttempt(address ?? '', ctx)
  if (!reserved.ok) return reserved
  const { reservation } = reserved
  try {
    const digits = code.replace(/[\s-]/g, '')
    const { surface, now } = ctx
    const tried = await inTransaction(async (tx) => {
      await lockUnproven(tx, secret)
      return conclude(tx, await tryCode(tx, { secret, code: digits, surface, now }), ctx)
    })
    await settleAttempt(reservation, tried.settled)
    return tried.outcome
  } catch (error) {
    await settleAttempt(reservation, 'released').catch(() => undefined)
    throw error
  }
}

/** The address that this browser asked a code for; null when that has expired, or codes are off. */
export function inspectEmailCode(by: { secret: string; now: Date }): Promise<string | null> {
  return settings().emailCode ? findCodeAddress(db(), by) : Promise.resolve(null)
}

/**
 * What the page of an emailed link shows. Null when the link would not be accepted now. On any
 * device other than the one that asked, it reveals nothing else. Nothing is consumed.
 */
export async function inspectEmailCodeLink(by: {
  token: string
  secret: string | null
  now: Date
}): Promise<{ here: false } | { here: true; email: string } | null> {
  const { token, secret, now } = by
  const link = settings().emailCode && (await findCodeLink(db(), { token, now }))
  if (!link) return null
  if (secret === null || !equalBytes(sha256(secret), link.secretHash)) return { here: false }
  return { here: true, email: link.email }
}

/**
 * Signs in with the link of the same email, once, in the browser that asked for it. The rules are
 * those of the code, which the link uses up.
 */
export async function signInWithEmailLink(
  { token, secret }: { token: string; secret: string | null },
  ctx: RequestContext,
): Promise<ByCode> {
  if (!settings().emailCode) return refuse('feature_disabled')
  const claim = { token, secret: secret ?? '', now: ctx.now }
  const { outcome } = await inTransaction(async (tx) => {
    await lockUnproven(tx, claim.secret)
    return conclude(tx, await claimCodeLink(tx, claim), ctx)
  })
  return outcome.ok ? outcome : refuse('invalid_or_expired_token')
}

/**
 * Locks what `proveAsserted` removes, before a code is tried: the sign-in then only shares the
 * user's row, and two that share it could not both change it.
 */
async function lockUnproven(tx: Tx, secret: string): Promise<void> {
  const userId = await findUnprovenCodeOwner(tx, secret)
  if (userId === null) return
  await lockPlantedAccess(tx, { userId })
  await lockUser(tx, userId)
}

interface Concluded {
  outcome: ByCode
  /** A request that takes no codes anymore was not guessed at. */
  settled: 'succeeded' | 'failed' | 'released'
}

async function conclude(tx: Tx, tried: CodeTry, ctx: RequestContext): Promise<Concluded> {
  if (tried.result === 'wrong') {
    await auditRefusal(tx, { userId: tried.userId, reason: 'wrong' }, ctx)
    return { outcome: refuse('invalid_email_code'), settled: 'failed' }
  }
  if (tried.result === 'right') {
    const signIn = await open(tx, tried, ctx)
    const { nextPath } = tried
    if (signIn) return { outcome: { ok: true, signIn, nextPath }, settled: 'succeeded' }
  }
  const reason = tried.result === 'closed' ? tried.reason : 'account_disabled'
  await auditRefusal(tx, { userId: tried.userId, reason }, ctx)
  return { outcome: refuse('invalid_email_code'), settled: 'released' }
}

/** Null if the account may no longer be opened; the code stays consumed. */
async function open(
  tx: Tx,
  { owner }: Extract<CodeTry, { result: 'right' }>,
  ctx: RequestContext,
): Promise<SignIn | null> {
  if (!owner) return null
  const { userId, onlyAsserted } = owner
  if (onlyAsserted) await proveAsserted(tx, userId, ctx)
  const mfaEnabled = owner.mfaEnabled && !onlyAsserted
  const knownDevice = await isKnownDevice(tx, { userId, deviceToken: ctx.deviceToken })
  return completeFirstStep(tx, ctx, { userId, mfaEnabled, amr: [FACTOR], knownDevice })
}

function auditRefusal(
  tx: Tx,
  { userId, reason }: { userId: string | null; reason: string },
  ctx: RequestContext,
): Promise<void> {
  return recordAudit(tx, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetId: userId,
    details: { factor: FACTOR, reason },
  })
}
