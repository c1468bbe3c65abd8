import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { Profile } from '@/lib/accounts/present-profile'
import { NONCE, PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { type DashboardPath, dashboardRouteOf } from '@/lib/http/pages/dashboard-routes'
import { requestInstant, webPrincipal } from '@/lib/http/pages/page-principal'
import { opensTo } from '@/lib/http/pages/page-route'
import { findWebRoute } from '@/lib/http/pages/page-routes'
import { getProfile } from '@/lib/identity/account/profile'
import type { Principal } from '@/lib/platform/request-context'
import { HOME, loginPath, plainPath } from '@/lib/web/safe-redirect'

export interface SignedIn {
  principal: Principal
  profile: Profile
}

/**
 * What every dashboard page and layout calls first, by the page's own name in the table: who is
 * signed in. The middleware has asked already; this asks again, so that a request which went around
 * the middleware shows nothing. Sends to the sign-in page without a live session; without the
 * route's permission the page does not exist.
 */
export async function requirePage(path: DashboardPath): Promise<SignedIn> {
  const signedIn = await findSignedIn()
  if (!signedIn) redirect(loginPath((await headers()).get(PAGE_ADDRESS)))
  if (!opensTo(dashboardRouteOf(path), signedIn.principal)) notFound()
  return signedIn
}

/**
 * Who is signed in; null without a live session. Asked once per request, for the layout and the
 * page alike.
 */
export const findSignedIn = cache(async (): Promise<SignedIn | null> => {
  const asked = await headers()
  const who = await webPrincipal(asked.get('cookie'), {
    at: requestInstant(asked),
    presentedByBrowser: false,
  })
  if (!who.ok) return null
  const profile = await getProfile(who.principal)
  return profile.ok ? { principal: who.principal, profile: profile.user } : null
})

/** The path and query that the browser asked for, whichever page answers. */
export async function requestedAddress(): Promise<string> {
  return (await headers()).get(PAGE_ADDRESS) ?? HOME
}

/**
 * `path` if it is a page of the route tables, the sign-in pages included; null for anything else.
 * For a form that goes back to where it was.
 */
export function ownPagePath(path: unknown): string | null {
  const safe = plainPath(path)
  const route = safe === null ? null : findWebRoute(new URL(safe, 'http://own.invalid').pathname)
  return route && !route.endpoint ? safe : null
}

/**
 * The nonce that scripts and styles of this page must carry. Awaiting it also keeps the page from
 * being made at build time.
 */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE) ?? undefined
}
