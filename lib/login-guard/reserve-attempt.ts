import type { Outcome } from '@/lib/platform/problems'

export interface Reservation {
  knownDevice: boolean
}

/** Placeholder until the guard's own slice lands: admits everybody. */
export async function reserveAttempt(_attempt: {
  email: string
  ip: string | null
  deviceToken: string | null
  now: Date
}): Promise<Outcome<{ reservation: Reservation }>> {
  return { ok: true, reservation: { knownDevice: false } }
}
