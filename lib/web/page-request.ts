import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { MISSING_FACTORS } from '@/lib/access/missing-factor'
import type { Profile } from '@/lib/accounts/present-profile'
import { NONCE, PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { impersonationIn, requestInstant, webPrincipal } from '@/lib/http/pages/page-principal'
import { findPage } from '@/lib/http/pages/page-table'
import { readSessionCookies } from '@/lib/http/session-cookies'
import { getProfile } from '@/lib/identity/account/profile'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { HOME, loginPath, plainPath } from '@/lib/web/safe-redirect'

export interface SignedIn {
  principal: SessionPrincipal
  profile: Profile
}

/**
 * Redirects to the sign-in page without a live session. For the layout, which also frames the pages
 * of a session that lacks its second factor.
 */
export async function requireSession(): Promise<SignedIn> {
  const signedIn = await findSessionUser()
  if (!signedIn) redirect(loginPath((await headers()).get(PAGE_ADDRESS)))
  return signedIn
}

/** The signed-in user; null without a live session, or if it lacks its second factor. */
export async function findSignedIn(): Promise<SignedIn | null> {
  const user = await findSessionUser()
  return user?.principal.missingFactor ? null : user
}

/** Checked once per request, for both the layout and the page. */
const findSessionUser = cache(async (): Promise<SignedIn | null> => {
  const requestHeaders = await headers()
  const who = await webPrincipal(requestHeaders.get('cookie'), {
    at: requestInstant(requestHeaders),
    presentedByBrowser: false,
    lacking: MISSING_FACTORS,
  })
  if (!who.ok) return null
  const profile = await getProfile(who.principal)
  return profile.ok ? { principal: who.principal, profile: profile.user } : null
})

/**
 * Whom the user views as, and until when; both null if that session has ended. Null without an
 * impersonation.
 */
export async function findImpersonation(): Promise<{
  person: string | null
  endsAt: Date | null
} | null> {
  const requestHeaders = await headers()
  if (!impersonationIn(requestHeaders.get('cookie'), requestInstant(requestHeaders))) return null
  const signedIn = await findSignedIn()
  if (!signedIn) return { person: null, endsAt: null }
  const { name, email } = signedIn.profile
  return { person: name ?? email, endsAt: signedIn.principal.impersonator?.endsAt ?? null }
}

/** Whether the browser kept the user's own session aside, to return to after an impersonation. */
export async function mayReturn(): Promise<boolean> {
  return readSessionCookies((await headers()).get('cookie')).impersonator !== null
}

/** The path and query that the browser requested, even if another page responds. */
export async function requestedAddress(): Promise<string> {
  return (await headers()).get(PAGE_ADDRESS) ?? HOME
}

/**
 * `path` if it is a page in the page table, including the sign-in pages; null for anything else.
 * For a form that returns to its page.
 */
export function ownPagePath(path: unknown): string | null {
  const safe = plainPath(path)
  const route = safe === null ? null : findPage(new URL(safe, 'http://own.invalid').pathname)
  return route && !route.endpoint ? safe : null
}

/**
 * The nonce that scripts and styles of this page must carry. Awaiting it also prevents the page
 * from being rendered at build time.
 */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE) ?? undefined
}
