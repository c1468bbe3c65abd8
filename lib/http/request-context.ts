import { settings } from '@/lib/config/settings'
import { clientAddress } from '@/lib/http/client-address'
import { now } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'

/** The socket's peer, set by the front of the server, which removes what a client sends under this name. */
export const REMOTE_ADDRESS_HEADER = 'x-gatehouse-remote-address'

/** What the use cases may know of an API request. */
export function apiRequestContext(request: Request): RequestContext {
  const { headers } = request
  return {
    ip: clientAddress({
      remoteAddress: headers.get(REMOTE_ADDRESS_HEADER),
      forwardedFor: headers.get('x-forwarded-for'),
      hops: settings().trustProxyHops,
    }),
    userAgent: headers.get('user-agent'),
    requestId: requestIdOf(request),
    surface: 'api',
    now: now(),
    deviceToken: headers.get('x-device-token'),
    locale: localeOf(headers.get('accept-language')),
  }
}

/** The id of the request, as the front of the server decided it. */
export function requestIdOf(request: Request): string {
  return request.headers.get('x-request-id') ?? newId()
}

/** The first language of Accept-Language that this service speaks (RFC 9110 §12.5.4, weights by order), English otherwise. */
export function localeOf(acceptLanguage: string | null): 'en' | 'tr' {
  for (const part of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase()
    if (language === 'tr' || language === 'en') return language
  }
  return 'en'
}
