import type { ServerResponse } from 'node:http'
import { withoutSupersededCookies } from '@/lib/web/session-cookies'

/**
 * Takes session cookies out of an answer, at the moment that its head is sent, if the password was changed while the page was being
 * made. Nothing earlier is late enough: a page may take as long as a password hash.
 */
export function withholdSupersededCookies(res: ServerResponse): void {
  // Next's own `setHeader` puts back every cookie that the middleware set.
  const { writeHead, setHeader } = res
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    const cookies = res.headersSent ? undefined : res.getHeader('set-cookie')
    if (cookies !== undefined) {
      const kept = withoutSupersededCookies([cookies].flat().map(String))
      if (kept.length === 0) res.removeHeader('set-cookie')
      else setHeader.call(res, 'set-cookie', kept)
    }
    return writeHead.apply(res, args)
  }) as typeof writeHead
}
