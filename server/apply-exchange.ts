import type { ServerResponse } from 'node:http'
import type { PageExchange } from '@/lib/http/page-exchange'

/**
 * Gives the response of a page the status and the headers that its action or the page itself chose, when the head is written. A post that
 * failed before any action of ours began was malformed: 400, not 500. A step inside the page keeps 200 where it leads to nothing: the
 * router would load the whole document again.
 */
export function applyExchange(res: ServerResponse, exchange: PageExchange): void {
  const { writeHead } = res
  res.writeHead = (status: number, ...rest: []) => {
    res.statusCode = statusOf(status, res, exchange)
    for (const [name, value] of exchange.headers) res.appendHeader(name, value)
    return writeHead.call(res, res.statusCode, ...rest)
  }
}

function statusOf(status: number, { req }: ServerResponse, exchange: PageExchange): number {
  if (status === 500 && exchange.actionStarted === false) return 400
  if (status !== 200) return status
  if (exchange.status !== null) return exchange.status
  return exchange.missing && !('rsc' in req.headers) ? 404 : 200
}
