import type { AuditAction } from '@/lib/audit/audit-actions'
import { formatDuration } from '@/lib/i18n/format'
import { newId } from '@/lib/platform/ids'
import { ipKey } from '@/lib/platform/ip-address'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { attemptQueue, type QueuePlace } from '@/lib/protection/login-guard/attempt-queue'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import {
  type AttemptOutcome,
  type AttemptOwner,
  type AttemptTimes,
  type BudgetKeys,
  type Decision,
  guardKeys,
  keysOfDevice,
  reserve,
  settle,
} from '@/lib/protection/login-guard/login-guard.store'

/**
 * How long an attempt waits for those ahead of it to be settled; restarts whenever one of them is.
 */
const PATIENCE_MS = 2000
/** The longest total wait, however well the queue moves. */
const MAX_WAIT_MS = 8000

/** One admitted attempt. Settle it exactly once, after its password was checked. */
export interface Reservation extends Readonly<AttemptTimes> {
  /** Whether the attempt comes from a device that has signed in to this account before. */
  readonly knownDevice: boolean
  /** The budget of the device or the email, which a success clears; null if neither is charged. */
  readonly accountKey: Buffer | null
  readonly ipKey: Buffer | null
  /** The audit record of a lock that begins with this attempt. */
  readonly lockNote: string
  settled: boolean
}

/**
 * Takes one attempt from the login guard's budgets before any password is checked:
 * AUTH_MAX_LOGIN_ATTEMPTS per email (normalized; existing or not) and per IP address, or the
 * separate budget of a device that the account knows. Refuses with `account_locked` and the seconds
 * left, or with `overloaded` if unsettled attempts hold the rest of the budget and none of them is
 * settled within two seconds. Pass the returned reservation to `settleAttempt`; `owner` is the user
 * with that email.
 */
export function reserveAttempt(
  email: string,
  ctx: RequestContext,
  patienceMs = PATIENCE_MS,
): Promise<Reserved> {
  const keys = guardKeys({ email, ip: ctx.ip, deviceToken: ctx.deviceToken })
  return reserveIn(keys, email, ctx, patienceMs)
}

/** The same for a user who is signed in on the device with this hash; null if it is unknown. */
export function reserveOwnAttempt(
  email: string,
  device: Buffer | null,
  ctx: RequestContext,
): Promise<Reserved> {
  return reserveIn(keysOfDevice({ email, ip: ctx.ip }, device), email, ctx, PATIENCE_MS)
}

/**
 * The same for an attempt that anyone can make for any address, but only a few times, such as that
 * with an emailed code: it is charged to the IP address or to the device that the account knows,
 * but not to the email, so that strangers can't lock out its owner.
 */
export function reserveUntargetedAttempt(email: string, ctx: RequestContext): Promise<Reserved> {
  const keys = guardKeys({ email, ip: ctx.ip, deviceToken: ctx.deviceToken })
  return reserveIn({ ...keys, email: null }, email, ctx, PATIENCE_MS)
}

type Reserved = Outcome<{ reservation: Reservation; owner: AttemptOwner | null }>

async function reserveIn(
  keys: BudgetKeys,
  email: string,
  ctx: RequestContext,
  patienceMs: number,
): Promise<Reserved> {
  const lockNote = buildLockRecord(email, ctx)
  const arrivedAt = performance.now()
  let place: QueuePlace | null = null
  try {
    for (;;) {
      const decision = await reserve({ email, keys, lockNote }, ctx.now)
      if (decision.kind === 'locked') return refuseLocked(decision)
      if (decision.kind === 'admitted') {
        place?.admitted()
        const { owner, knownDevice, at, deadline } = decision
        const charged = chargedTo(keys, knownDevice)
        return {
          ok: true,
          reservation: { ...charged, at, deadline, lockNote, settled: false },
          owner,
        }
      }
      if (place?.budget !== decision.held) {
        place?.leave()
        place = attemptQueue().join(decision.held)
        void collectedSuccesses().settleNow()
      }
      if (!(await place?.turn(patienceMs, arrivedAt + MAX_WAIT_MS)))
        return refuse('overloaded', { retryAfterSeconds: 1 })
    }
  } finally {
    place?.leave()
  }
}

function chargedTo(keys: BudgetKeys, knownDevice: boolean) {
  return knownDevice
    ? { knownDevice, accountKey: keys.device, ipKey: null }
    : { knownDevice, accountKey: keys.email, ipKey: keys.ip }
}

/**
 * Says which limit was reached and for how long, in the same words whether the account exists or
 * not.
 */
function refuseLocked({ secondsLeft, by: lockedBy }: Decision & { kind: 'locked' }) {
  const retryAfterSeconds = Math.max(1, Math.ceil(secondsLeft))
  const wait = `Try again in ${formatDuration(retryAfterSeconds, 'en')}`
  const detail =
    lockedBy === 'network'
      ? `Too many failed sign-ins from this network. ${wait}.`
      : `Too many failed attempts for this email address. ${wait}, or reset the password.`
  return refuse('account_locked', { retryAfterSeconds, lockedBy, detail })
}

/**
 * Records how a reserved attempt ended. `failed`: it counts, and the one that reaches the limit
 * locks for AUTH_LOCKOUT_DURATION. `succeeded`: resets the count of the email or device, but not
 * that of the IP address. `released`: no password was checked (overload, database unavailable), so
 * nothing counts. Only the first call for a reservation has an effect, even if it throws: an
 * attempt whose end could not be recorded counts as failed after 15 s.
 */
export async function settleAttempt(
  reservation: Reservation,
  outcome: AttemptOutcome,
): Promise<void> {
  if (reservation.settled) return
  reservation.settled = true
  try {
    await settle(reservation, outcome)
  } finally {
    attemptQueue().nudgeAll(reservation)
  }
}

/**
 * Records soon that a reserved attempt succeeded, in one statement with others, so that the answer
 * does not wait for it. Until then, the attempt still takes up its place in its budgets. If the
 * process is killed first, it counts as failed after 15 s, like every unsettled attempt.
 */
export function settleSuccessSoon(reservation: Reservation): void {
  if (reservation.settled) return
  reservation.settled = true
  collectedSuccesses().add(reservation)
}

/**
 * The audit record of a lock that begins with an attempt, as JSON for the database functions: only
 * they know that one begins, and they write it in the same transaction. One attempt can begin two
 * locks, of the account and of the IP address.
 */
function buildLockRecord(email: string, ctx: RequestContext): string {
  return JSON.stringify({
    action: 'login.locked' satisfies AuditAction,
    account_record: newId(),
    address_record: newId(),
    email,
    address: ipKey(ctx.ip),
    ip: ctx.ip,
    user_agent: ctx.userAgent?.slice(0, 512),
    request_id: ctx.requestId,
    surface: ctx.surface,
  })
}
