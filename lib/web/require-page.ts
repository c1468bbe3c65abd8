import { cache } from 'react'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { getProfile } from '@/lib/auth/get-profile'
import type { Principal } from '@/lib/platform/request-context'
import type { Profile } from '@/lib/users/present-profile'
import { opensTo } from '@/lib/web/dashboard-route'
import { dashboardRouteOf, type DashboardPath } from '@/lib/web/dashboard-routes'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { judgedAt } from '@/lib/web/judged-at'
import { loginPath } from '@/lib/web/safe-redirect'
import { webPrincipal } from '@/lib/web/web-principal'

export interface SignedIn {
  principal: Principal
  profile: Profile
}

/**
 * What every dashboard page and layout calls first, by the page's own name in the table: who is signed in. The middleware
 * has asked already; this asks again, so that a request which went around the middleware shows nothing. Sends to the
 * sign-in page without a live session; without the route's permission the page does not exist.
 */
export async function requirePage(path: DashboardPath): Promise<SignedIn> {
  const signedIn = await findSignedIn()
  if (!signedIn) redirect(loginPath((await headers()).get(PAGE_ADDRESS)))
  if (!opensTo(dashboardRouteOf(path), signedIn.principal)) notFound()
  return signedIn
}

/** Who is signed in; null without a live session. Asked once per request, for the layout and the page alike. */
export const findSignedIn = cache(async (): Promise<SignedIn | null> => {
  const asked = await headers()
  const who = await webPrincipal(asked.get('cookie'), { at: judgedAt(asked), presentedByBrowser: false })
  if (!who.ok) return null
  const profile = await getProfile(who.principal)
  return profile.ok ? { principal: who.principal, profile: profile.user } : null
})
