import { refreshSession } from '@/lib/auth/refresh-session'
import { chargeAddress } from '@/lib/http/request-limits'
import { refuse, RefusedError, type Outcome } from '@/lib/platform/problems'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { readSessionCookies } from '@/lib/web/session-cookies'
import { webRequestContext } from '@/lib/web/web-context'

type Renewed = Outcome<{ session: IssuedSession }>

/**
 * Rotates the session of a browser by its refresh cookie. Tabs that ask at once get the same successor. A refusal clears no
 * cookie: the answer of the tab that won may already have brought good ones.
 */
export async function renewSession(headers: Headers): Promise<Renewed> {
  const { refresh } = readSessionCookies(headers.get('cookie'))
  if (!refresh) return refuse('token_missing')
  return refreshSession({ refreshToken: refresh }, webRequestContext(headers))
}

/**
 * The same on the way to a page. A refresh cookie that does not renew is charged to the address, as at any other door; a visitor
 * without one has tried nothing. Throws `rate_limited` once the budget is spent.
 */
export async function renewOnTheWay(headers: Headers): Promise<Renewed> {
  const renewed = await renewSession(headers)
  if (renewed.ok || renewed.code === 'token_missing') return renewed
  const { refusal } = await chargeAddress(webRequestContext(headers).ip)
  if (refusal) throw new RefusedError(refusal)
  return renewed
}
