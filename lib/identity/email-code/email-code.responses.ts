import { z } from 'zod'

export const emailCodeResponse = z
  .strictObject({
    challenge_id: z
      .string()
      .meta({ examples: ['Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw'] })
      .describe('Send it with the code to POST /auth/email-code/verify. Keep it on the device'),
    expires_in: z.int().describe('Seconds left to enter the code'),
  })
  .meta({ id: 'EmailCodeRequest' })
