import { settings } from '@/lib/config/settings'
import type { ApiRequest } from '@/lib/http/api-request'
import { REMOTE_ADDRESS } from '@/lib/http/gateway-headers'
import {
  deviceToken,
  locale,
  type RequestHeader,
  type RequestHeaders,
} from '@/lib/http/request-headers'
import { now } from '@/lib/platform/clock'
import { clientAddress } from '@/lib/platform/ip-address'
import type { RequestContext } from '@/lib/platform/request-context'

/** The request context of an API request. */
export function apiRequestContext(
  request: ApiRequest,
  headers: RequestHeaders = {},
): RequestContext {
  return new ApiRequestContext(request, headers)
}

/**
 * Computes costly values when they are first read. A class, because object literals with getters
 * are slow to create.
 */
class ApiRequestContext implements RequestContext {
  readonly userAgent: string | null
  readonly requestId: string
  readonly surface = 'api'
  readonly now = now()
  apiKeyId: string | null = null
  impersonation: RequestContext['impersonation'] = null
  readonly #request: ApiRequest
  readonly #headers: RequestHeaders
  #ip: string | null | undefined

  constructor(request: ApiRequest, headers: RequestHeaders) {
    this.#request = request
    this.#headers = headers
    this.userAgent = request.header('user-agent')
    this.requestId = request.requestId
  }

  get ip(): string | null {
    if (this.#ip === undefined) this.#ip = addressOf(this.#request)
    return this.#ip
  }

  get deviceToken(): string | null {
    return this.#valueOf(deviceToken)
  }

  get locale(): RequestContext['locale'] {
    return this.#valueOf(locale)
  }

  /** The value of a header; that of a missing one unless the route declares it. */
  #valueOf<T>(header: RequestHeader<T>): T {
    const declared = Object.values(this.#headers).includes(header)
    return header.read(declared ? this.#request.header(header.name.toLowerCase()) : null)
  }
}

function addressOf(request: ApiRequest): string | null {
  return clientAddress({
    remoteAddress: request.header(REMOTE_ADDRESS),
    forwardedFor: request.header('x-forwarded-for'),
    hops: settings().trustProxyHops,
  })
}
