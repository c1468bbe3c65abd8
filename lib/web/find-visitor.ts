import type { Principal } from '@/lib/platform/request-context'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { isPrefetch } from '@/lib/web/is-prefetch'
import type { GateKeepers } from '@/lib/web/web-gate'

/** Somebody with a live session; `session` when it was renewed to find out, `cookie` as it is then. */
export interface Visitor {
  principal: Principal
  cookie: string | null
  session: IssuedSession | null
}

/** The live session behind the cookies, renewed when need be. A prefetch renews nothing: nobody may be looking. */
export async function findVisitor(
  headers: Headers,
  keepers: Pick<GateKeepers, 'whoIs' | 'renew' | 'cookieHeaderWith'>,
): Promise<Visitor | null> {
  const cookie = headers.get('cookie')
  const who = await keepers.whoIs(cookie, true)
  if (who.ok) return { principal: who.principal, cookie, session: null }
  if (who.code === 'session_revoked' || isPrefetch(headers)) return null
  const renewed = await keepers.renew(headers)
  if (!renewed.ok) return null
  const fresh = keepers.cookieHeaderWith(cookie, renewed.session)
  const now = await keepers.whoIs(fresh, false)
  return now.ok ? { principal: now.principal, cookie: fresh, session: renewed.session } : null
}
