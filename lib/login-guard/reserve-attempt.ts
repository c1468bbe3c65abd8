import { guardKeys, type GuardKeys } from '@/lib/login-guard/guard-keys'
import { makeLockNote } from '@/lib/login-guard/lock-note'
import { reserve, type AttemptOwner } from '@/lib/login-guard/login-guard.store'
import { Turns, type Place } from '@/lib/login-guard/turns'
import { formatDuration } from '@/lib/i18n/format-time'
import { addSeconds } from '@/lib/platform/clock'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { remember } from '@/lib/platform/remember'
import type { RequestContext } from '@/lib/platform/request-context'

/** Far longer than the longest wait for a hash and a statement: who is undecided after that died. */
const PENDING_SECONDS = 15
/** How long an attempt waits for those before it to be decided: counted anew whenever one of them is. */
const PATIENCE_MS = 2000
/** However well the line moves: nobody answers a client later than this. */
const MAX_WAIT_MS = 8000

/** One admitted attempt; settle it exactly when its password has been looked at. */
export interface Reservation {
  /** Whether the attempt comes from a device that has signed in to this account before. */
  readonly knownDevice: boolean
  readonly at: Date
  readonly deadline: Date
  /** The device's budget or the e-mail's: the one that a success clears. */
  readonly accountKey: Buffer
  readonly ipKey: Buffer | null
  /** What to put on record of a lock that begins with this attempt. */
  readonly lockNote: string
  settled: boolean
}

/** The lines of this process. */
export function turns(): Turns {
  return remember('login-guard-turns', () => new Turns())
}

/**
 * Takes one attempt out of the login guard's budgets, before any password is looked at: AUTH_MAX_LOGIN_ATTEMPTS per e-mail
 * (normal form; existing or not) and per address, or the own budget of a device that the account knows. Refuses with
 * `account_locked` and the seconds left, or with `overloaded` when everything left of the budget stands with attempts none
 * of which is decided within two seconds. Give the reservation it returns to `settleAttempt`; `owner` is who has that e-mail.
 */
export async function reserveAttempt(
  email: string,
  ctx: RequestContext,
  patienceMs = PATIENCE_MS,
): Promise<Outcome<{ reservation: Reservation; owner: AttemptOwner | null }>> {
  const keys = guardKeys({ email, ip: ctx.ip, deviceToken: ctx.deviceToken })
  const lockNote = makeLockNote(email, ctx)
  const arrivedAt = performance.now()
  let place: Place | null = null
  try {
    for (;;) {
      const times = timesOf(ctx.now, place ? performance.now() - arrivedAt : 0)
      const decision = await reserve({ email, keys, lockNote }, times)
      if (decision.kind === 'locked') return refuseLocked(decision, ctx.now)
      if (decision.kind === 'admitted') {
        place?.admitted()
        return {
          ok: true,
          reservation: { ...chargedTo(keys, decision.knownDevice), ...times, lockNote, settled: false },
          owner: decision.owner,
        }
      }
      if (place?.budget !== decision.held) {
        place?.leave()
        place = turns().join(decision.held)
      }
      if (!(await place?.turn(patienceMs, arrivedAt + MAX_WAIT_MS)))
        return refuse('overloaded', { retryAfterSeconds: 1 })
    }
  } finally {
    place?.leave()
  }
}

/** The instant of an attempt that has waited in line, and when it will count as failed if nobody decides it. */
function timesOf(arrival: Date, waitedMs: number) {
  const at = addSeconds(arrival, Math.floor(waitedMs) / 1000)
  return { at, deadline: addSeconds(at, PENDING_SECONDS) }
}

function chargedTo(keys: GuardKeys, knownDevice: boolean) {
  return knownDevice
    ? { knownDevice, accountKey: keys.device, ipKey: null }
    : { knownDevice, accountKey: keys.email, ipKey: keys.ip }
}

/** Says whose attempts were too many and for how long, in the same words whether the account exists or not. */
function refuseLocked({ until, by: lockedBy }: { until: Date; by: 'network' | 'account' }, now: Date) {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const wait = `Try again in ${formatDuration(retryAfterSeconds, 'en')}`
  const detail =
    lockedBy === 'network'
      ? `Too many failed sign-ins from this network. ${wait}.`
      : `Too many failed attempts for this email address. ${wait}, or reset the password.`
  return refuse('account_locked', { retryAfterSeconds, lockedBy, detail })
}
