import { loadSettings } from '@/lib/config/settings'
import { freePort } from '@/tests/kit/free-port'
import { pageTable } from '@/lib/http/pages/page-table'
import type { RouteFile } from '@/lib/http/route-declaration'
import { openGateway } from '@/server/gateway/gateway'
import type { Pages } from '@/server/gateway/next-pages'
import { openHub } from '@/server/live/hub'

/**
 * Opens the gateway in this process with these routes, and with pages that the test answers in
 * place of Next.
 */
export async function openTestGateway(parts: {
  routes?: RouteFile[]
  idleMs?: number
  /** Settings in addition to the test's own. */
  env?: Record<string, string>
  pages: Pages['handle']
}): Promise<{ port: number; close(): Promise<void> }> {
  const port = await freePort()
  loadSettings({ PORT: String(port), LOG_LEVEL: 'error', ...parts.env })
  const { close } = await openGateway({
    dev: false,
    apiServedBy: 'gateway',
    idleMs: parts.idleMs,
    pagePaths: pageTable.map(({ path }) => path),
    hub: openHub(),
    routes: parts.routes ?? [],
    pages: { actions: null, upgrades: null, close: async () => {}, handle: parts.pages },
  })
  return { port, close }
}
