import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { format, stripVTControlCharacters } from 'node:util'
import { settings } from '@/lib/config/settings'
import { type PageExchange, withPageExchange } from '@/lib/http/pages/page-exchange'
import { withholdSupersededCookies } from '@/lib/http/session-cookies'
import { logger } from '@/lib/platform/logger'
import { type ActionTable, readActionTable } from '@/server/gateway/action-posts'
import { applyExchange, patchNextResponse } from '@/server/gateway/patch-next-response'
import { projectRoot } from '@/server/start-up'

/** Next, mounted behind the gateway. */
export interface Pages {
  /** `start`: what is known about the exchange before the page runs. */
  handle(req: IncomingMessage, res: ServerResponse, start?: Partial<PageExchange>): Promise<void>
  /**
   * The server actions that posts may reach; null in development, where actions are compiled on
   * demand and Next alone decides.
   */
  actions: ActionTable | null
  /** Receives Next's own upgrade requests (hot reload); null in production, which has none. */
  upgrades: Server | null
  close(): Promise<void>
}

interface NextPages extends Pages {
  /** Loads Next, which takes half a second. Requests for pages wait for it. */
  prepare(): Promise<void>
}

/**
 * On its first request, Next attaches its own upgrade listener to the server it is given. It gets
 * one that never listens, and the gateway forwards only Next's own upgrades to it.
 */
export function openPages(dev: boolean): NextPages {
  const upgrades = createServer()
  let loading: ReturnType<typeof loadNext> | undefined
  const loaded = () => (loading ??= loadNext(dev, upgrades))
  return {
    prepare: async () => void (await loaded()),
    async handle(req, res, start = {}) {
      const { handle } = await loaded()
      await withPageExchange({ ...start, isGone: () => res.destroyed }, (exchange) => {
        withholdSupersededCookies(res)
        // Headers from the action are set before the cookies are processed.
        applyExchange(res, exchange)
        // In development Next shows errors itself, with their causes.
        if (!dev) patchNextResponse(req, res, exchange)
        return handle(req, res)
      })
    },
    actions: dev ? null : readActionTable(projectRoot()),
    upgrades: dev ? upgrades : null,
    close: async () => (await loading)?.app.close(),
  }
}

async function loadNext(dev: boolean, upgrades: Server) {
  // oxlint-disable-next-line no-restricted-imports -- here Next is started
  const { default: next } = await import('next')
  const { host, port } = settings()
  const app = next({ dev, dir: projectRoot(), hostname: host, port, httpServer: upgrades })
  await (dev ? app.prepare() : withoutPrinting(() => app.prepare()))
  return { app, handle: app.getRequestHandler() }
}

/**
 * Next prints how long reading its configuration took, and has no option to turn that off. In
 * production, each line on standard output is a JSON object.
 */
async function withoutPrinting<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console
  const toLog = (...line: unknown[]) =>
    logger().debug({ detail: stripVTControlCharacters(format(...line)) }, 'Next printed a line')
  Object.assign(console, { log: toLog })
  try {
    return await work()
  } finally {
    Object.assign(console, { log })
  }
}
