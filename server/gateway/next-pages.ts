import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { type PageExchange, withPageExchange } from '@/lib/http/pages/page-exchange'
import { withholdSupersededCookies } from '@/lib/http/session-cookies'
import { type ActionTable, readActionTable } from '@/server/gateway/action-posts'
import { applyExchange, patchNextResponse } from '@/server/gateway/patch-next-response'
import { projectRoot } from '@/server/start-up'

/** Next, mounted behind the front. */
export interface Pages {
  /** `start`: what is known of the exchange before the page is asked. */
  handle(req: IncomingMessage, res: ServerResponse, start?: Partial<PageExchange>): Promise<void>
  /**
   * The server actions that posts may reach; null in development, which makes them as they are
   * asked for: Next decides alone.
   */
  actions: ActionTable | null
  /** Where Next's own upgrade requests (hot reload) go; null in production, which has none. */
  upgrades: Server | null
  close(): Promise<void>
}

/**
 * Prepares Next. It attaches an upgrade listener of its own to the server it is given, at its first
 * request: it gets one that never listens, and the front forwards to that only what is Next's.
 */
export async function preparePages(dev: boolean): Promise<Pages> {
  const { default: next } = await import('next')
  const upgrades = createServer()
  const { host, port } = settings()
  const app = next({ dev, dir: projectRoot(), hostname: host, port, httpServer: upgrades })
  await app.prepare()
  const handle = app.getRequestHandler()
  return {
    handle: (req, res, start = {}) =>
      withPageExchange(start, (exchange) => {
        withholdSupersededCookies(res)
        // What the action adds is written before the cookies are looked over.
        applyExchange(res, exchange)
        // In development Next shows faults itself, with their causes.
        if (!dev) patchNextResponse(req, res)
        return handle(req, res)
      }),
    actions: dev ? null : readActionTable(projectRoot()),
    upgrades: dev ? upgrades : null,
    close: () => app.close(),
  }
}
