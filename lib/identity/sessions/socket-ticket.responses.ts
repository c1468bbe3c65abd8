import { z } from 'zod'

/** The schemas of API responses about live connections. */
export const ticketResponse = z
  .strictObject({
    ticket: z
      .string()
      .describe(
        'Opens one connection to /api/v1/ws, as the query parameter access_token. Single use',
      ),
    expires_in: z.int().describe('Lifetime in seconds'),
  })
  .meta({ id: 'LiveTicket' })
