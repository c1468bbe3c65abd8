import { refreshSession } from '@/lib/auth/refresh-session'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { readSessionCookies } from '@/lib/web/session-cookies'
import { webRequestContext } from '@/lib/web/web-context'

/**
 * Rotates the session of a browser by its refresh cookie. Tabs that ask at once get the same successor. A refusal clears no
 * cookie: the answer of the tab that won may already have brought good ones.
 */
export async function renewSession(headers: Headers): Promise<Outcome<{ session: IssuedSession }>> {
  const { refresh } = readSessionCookies(headers.get('cookie'))
  if (!refresh) return refuse('token_missing')
  return refreshSession({ refreshToken: refresh }, webRequestContext(headers))
}
