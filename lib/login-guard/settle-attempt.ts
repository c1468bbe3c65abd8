import { settle, type AttemptOutcome } from '@/lib/login-guard/login-guard.store'
import { turns, type Reservation } from '@/lib/login-guard/reserve-attempt'

/**
 * Says how a reserved attempt ended. `failed`: it counts, and the one that reaches the limit locks for
 * AUTH_LOCKOUT_DURATION. `succeeded`: the e-mail's or the device's count starts over, the address's goes on. `released`: no
 * password was looked at (overload, database away), nothing counts. Only the first call of a reservation does anything, also
 * when it throws: an attempt whose end could not be written down counts as failed after 15 s.
 */
export async function settleAttempt(reservation: Reservation, outcome: AttemptOutcome): Promise<void> {
  if (reservation.settled) return
  reservation.settled = true
  try {
    await settle(reservation, outcome)
  } finally {
    for (const key of [reservation.accountKey, reservation.ipKey]) if (key) turns().nudge(key.toString('hex'))
  }
}
