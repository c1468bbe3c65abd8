import { settings } from '@/lib/config/settings'
import type { ApiRequest } from '@/lib/http/api-request'
import { clientAddress } from '@/lib/http/client-address'
import { negotiateLocale } from '@/lib/i18n/locale'
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
    locale: negotiateLocale(request.header('accept-language')),
  }
}
