import { isLoopbackInBrowsers } from '@/lib/config/loopback'
import type { ApiRequest } from '@/lib/http/api-request'
import { type Refusal, refuse } from '@/lib/platform/problems'

/**
 * Whether an unsafe request comes from a page of this service (CSRF; SameSite=Lax alone does not
 * stop another port or subdomain of the same site). `Origin` decides if it names an origin. If it
 * is absent, or `null` as browsers send from a page with `Referrer-Policy: no-referrer`,
 * `Sec-Fetch-Site: same-origin` decides, which script cannot forge. With neither, the request is
 * refused. In local mode, a loopback origin that equals the request's Host counts as own, so that
 * localhost, names below it, and 127.0.0.1 all work.
 */
export function isOwnOrigin(headers: Headers, own: { baseUrl: string; local: boolean }): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  if (origin === null || origin === 'null') return site === 'same-origin'
  if (origin === new URL(own.baseUrl).origin) return true
  const host = headers.get('host')
  if (!own.local || host === null || origin !== `http://${host}`) return false
  return isLoopbackInBrowsers(host.replace(/:\d{1,5}$/, ''))
}

/**
 * Whether a request is a prefetch, by Next's router (which uses its own header) or by the browser
 * (`Sec-Purpose: prefetch`, formerly `Purpose`).
 */
export function isPrefetch(headers: Headers): boolean {
  if (headers.has('next-router-prefetch') || headers.has('next-router-segment-prefetch'))
    return true
  return /prefetch|prerender/i.test(
    `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`,
  )
}

/** Refuses HEAD and prefetches of an address whose GET has side effects. */
export function checkPrefetch(request: ApiRequest): Refusal | null {
  if (request.method === 'HEAD') return refuse('method_not_allowed')
  const purpose = `${request.header('sec-purpose') ?? ''} ${request.header('purpose') ?? ''}`
  return isPrefetch(new Headers({ purpose }))
    ? refuse('bad_request', { detail: 'This page can’t be prefetched.' })
    : null
}

/**
 * Refuses a link on another site to an address that begins a sign-in: a provider may answer without
 * asking the user, who must not be signed in without requesting it.
 */
export function checkCrossSite(request: ApiRequest): Refusal | null {
  return request.header('sec-fetch-site') === 'cross-site'
    ? refuse('origin_not_allowed', { detail: 'This page can’t be opened from another site.' })
    : null
}
