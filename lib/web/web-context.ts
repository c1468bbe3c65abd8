import { settings } from '@/lib/config/settings'
import { REMOTE_ADDRESS } from '@/lib/http/gateway-headers'
import { impersonationIn, requestInstant } from '@/lib/http/pages/page-principal'
import { readSessionCookies } from '@/lib/http/session-cookies'
import { now } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { clientAddress } from '@/lib/platform/ip-address'
import type { RequestContext } from '@/lib/platform/request-context'
import { localeOf } from '@/lib/web/preferences'

/** The request context of a browser's page request. */
export function webRequestContext(headers: Headers): RequestContext {
  const cookies = headers.get('cookie')
  const { access, refresh, impersonator, device } = readSessionCookies(cookies)
  // The session kept aside while viewing as another user is replaced, too.
  const replaced = { refreshToken: refresh ?? impersonator, accessToken: access }
  return {
    ip: clientAddress({
      remoteAddress: headers.get(REMOTE_ADDRESS),
      forwardedFor: headers.get('x-forwarded-for'),
      hops: settings().trustProxyHops,
    }),
    userAgent: headers.get('user-agent'),
    requestId: webRequestId(headers),
    surface: 'web',
    now: now(),
    deviceToken: device,
    replaces: replaced.refreshToken || replaced.accessToken ? replaced : null,
    locale: localeOf(headers),
    // As of the instant at which pages and forms check the session.
    impersonation: impersonationIn(cookies, requestInstant(headers)),
  }
}

/** The id of the request, as set by the gateway. */
export function webRequestId(headers: Headers): string {
  return headers.get('x-request-id') ?? newId()
}
