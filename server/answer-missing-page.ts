import type { IncomingMessage, ServerResponse } from 'node:http'
import { withPageNote } from '@/lib/http/missing-page'

/**
 * Has a page answered, with status 404 where it says that what it should show does not exist. A step inside the page keeps 200:
 * the router would load the whole document again.
 */
export function answerMissingPage<T>(req: IncomingMessage, res: ServerResponse, handle: () => T): T {
  return withPageNote((note) => {
    const { writeHead } = res
    res.writeHead = (status: number, ...rest: []) =>
      writeHead.call(res, status === 200 && note.missing && !('rsc' in req.headers) ? 404 : status, ...rest)
    return handle()
  })
}
