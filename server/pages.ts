import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { withholdSupersededCookies } from '@/lib/http/withhold-superseded-cookies'
import { answerMissingPage } from '@/server/answer-missing-page'
import { mendPageAnswer } from '@/server/mend-page-answer'
import { projectRoot } from '@/server/project-root'

/** Next, mounted behind the front. */
export interface Pages {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Where Next's own upgrade requests (hot reload) go; null in production, which has none. */
  upgrades: Server | null
  close(): Promise<void>
}

/**
 * Prepares Next. It attaches an upgrade listener of its own to the server it is given, at its first request: it gets one
 * that never listens, and the front forwards to that only what is Next's.
 */
export async function preparePages(dev: boolean): Promise<Pages> {
  const { default: next } = await import('next')
  const upgrades = createServer()
  const { host, port } = settings()
  const app = next({ dev, dir: projectRoot(), hostname: host, port, httpServer: upgrades })
  await app.prepare()
  const handle = app.getRequestHandler()
  return {
    handle: (req, res) => {
      withholdSupersededCookies(res)
      // In development Next shows faults itself, with their causes.
      if (!dev) mendPageAnswer(req, res)
      return answerMissingPage(req, res, () => handle(req, res))
    },
    upgrades: dev ? upgrades : null,
    close: () => app.close(),
  }
}
