import { settings } from '@/lib/config/settings'
import type { ApiRequest } from '@/lib/http/api-request'
import { clientAddress } from '@/lib/http/client-address'
import { REMOTE_ADDRESS } from '@/lib/http/front-headers'
import { negotiateLocale } from '@/lib/i18n/locale'
import { now } from '@/lib/platform/clock'
import type { RequestContext } from '@/lib/platform/request-context'

/** What the use cases may know of an API request. What costs something to find out is found out when it is asked for. */
export function apiRequestContext(request: ApiRequest): RequestContext {
  let ip: string | null | undefined
  return {
    get ip() {
      return ip === undefined ? (ip = addressOf(request)) : ip
    },
    get locale() {
      return negotiateLocale(request.header('accept-language'))
    },
    userAgent: request.header('user-agent'),
    requestId: request.requestId,
    surface: 'api',
    now: now(),
    deviceToken: request.header('x-device-token'),
  }
}

function addressOf(request: ApiRequest): string | null {
  return clientAddress({
    remoteAddress: request.header(REMOTE_ADDRESS),
    forwardedFor: request.header('x-forwarded-for'),
    hops: settings().trustProxyHops,
  })
}
