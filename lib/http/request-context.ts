import { settings } from '@/lib/config/settings'
import type { ApiRequest } from '@/lib/http/api-request'
import { clientAddress } from '@/lib/http/client-address'
import { now } from '@/lib/platform/clock'
import type { RequestContext } from '@/lib/platform/request-context'

/** The socket's peer, set by the front of the server, which removes what a client sends under this name. */
export const REMOTE_ADDRESS_HEADER = 'x-gatehouse-remote-address'

/** What the use cases may know of an API request. */
export function apiRequestContext(request: ApiRequest): RequestContext {
  return {
    ip: clientAddress({
      remoteAddress: request.header(REMOTE_ADDRESS_HEADER),
      forwardedFor: request.header('x-forwarded-for'),
      hops: settings().trustProxyHops,
    }),
    userAgent: request.header('user-agent'),
    requestId: request.requestId,
    surface: 'api',
    now: now(),
    deviceToken: request.header('x-device-token'),
    locale: localeOf(request.header('accept-language')),
  }
}

/** The first language of Accept-Language that this service speaks (RFC 9110 §12.5.4, weights by order), English otherwise. */
export function localeOf(acceptLanguage: string | null): 'en' | 'tr' {
  for (const part of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase()
    if (language === 'tr' || language === 'en') return language
  }
  return 'en'
}
