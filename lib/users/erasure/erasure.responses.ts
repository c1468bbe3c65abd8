import { z } from 'zod'

/** Everything that belongs to the account is gone; what others hold about it follows. */
export const erasureResponse = z
  .object({ status: z.literal('accepted') })
  .meta({ id: 'ErasureAccepted' })

export const ERASURE_ACCEPTED = { status: 'accepted' } as const
