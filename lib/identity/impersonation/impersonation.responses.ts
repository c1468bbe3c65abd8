import { z } from 'zod'
import { userResponse } from '@/lib/accounts/user-fields'

/** There is no refresh token: the session ends when the access token expires. */
export const impersonationResponse = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Lifetime of the access token and its session in seconds'),
    session_id: z.uuid(),
    user: userResponse,
  })
  .meta({ id: 'Impersonation' })
