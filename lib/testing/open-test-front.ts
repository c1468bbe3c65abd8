import { loadSettings } from '@/lib/config/settings'
import { freePort } from '@/lib/testing/free-port'
import { openFront } from '@/server/front'
import { openHub } from '@/server/hub/hub'
import type { Pages } from '@/server/pages'
import type { RouteFile } from '@/server/route-table'

/** The front in this process, with these routes, and pages that a test answers itself in the place of Next. */
export async function openTestFront(parts: {
  routes?: RouteFile[]
  apiLane?: 'direct' | 'next'
  idleMs?: number
  /** Settings beside the test's own. */
  env?: Record<string, string>
  pages: Pages['handle']
}): Promise<{ port: number; close(): Promise<void> }> {
  const port = await freePort()
  loadSettings({ PORT: String(port), LOG_LEVEL: 'error', ...parts.env })
  const { close } = await openFront({
    dev: false,
    apiLane: parts.apiLane ?? 'direct',
    idleMs: parts.idleMs,
    pagePaths: [],
    hub: openHub(),
    routes: parts.routes ?? [],
    pages: { actions: null, upgrades: null, close: async () => {}, handle: parts.pages },
  })
  return { port, close }
}
