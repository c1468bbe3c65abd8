import type { z } from 'zod'
import type { tokenResponse } from '@/lib/identity/auth.responses'
import type { IssuedSession } from '@/lib/identity/sessions/issue-tokens'

/** The token response of the API. Lifetimes in seconds. */
export function presentTokens(session: IssuedSession): z.output<typeof tokenResponse> {
  return {
    access_token: session.accessToken,
    token_type: 'Bearer',
    expires_in: session.accessExpiresInSeconds,
    refresh_token: session.refreshToken,
    refresh_expires_in: session.refreshExpiresInSeconds,
    session_id: session.sessionId,
    device_token: session.deviceToken,
    user: session.user,
  }
}
