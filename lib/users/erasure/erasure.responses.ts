import { z } from 'zod'

/** The account and what belongs to it are deleted; what others store about it is erased later. */
export const erasureResponse = z
  .object({ status: z.literal('accepted') })
  .meta({ id: 'ErasureAccepted' })

export const ERASURE_ACCEPTED = { status: 'accepted' } as const
