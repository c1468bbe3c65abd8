import { z } from 'zod'

/** The forms of what the API answers about live connections. */
export const ticketAnswer = z.strictObject({
  ticket: z
    .string()
    .describe('Opens one connection to /api/v1/ws, as the query parameter access_token; good once'),
  expires_in: z.int().describe('How long it may wait to be used, in seconds'),
})
