import type { Reservation } from '@/lib/login-guard/reserve-attempt'

/** Placeholder until the guard's own slice lands. */
export async function settleAttempt(
  _reservation: Reservation,
  _as: 'succeeded' | 'failed' | 'released',
): Promise<void> {}
