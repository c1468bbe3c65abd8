import { settings } from '@/lib/config/settings'
import { closeBus } from '@/lib/platform/bus/bus'
import { logger } from '@/lib/platform/logger'
import { announce } from '@/server/announce'
import { loadApiLane, type ApiLane } from '@/server/api-lane'
import { openFront } from '@/server/front'
import { openServiceDatabase } from '@/server/open-service-database'
import { preparePages } from '@/server/pages'

export interface ServiceOptions {
  /** Next's development server, with hot reload. */
  dev: boolean
  /** Whether /api/v1 is answered here or by Next. */
  apiLane: 'direct' | 'next'
}

/**
 * Starts everything in order and listens last: whoever is answered meets a migrated database. `stop` ends it in reverse;
 * requests that have begun are finished first. Throws when something can not start, with nothing left open.
 */
export async function boot(options: ServiceOptions): Promise<{ stop(): Promise<void> }> {
  const startedAt = performance.now()
  logger().level = settings().logLevel
  const closers: (() => Promise<unknown> | void)[] = []
  const stop = async () => {
    for (const close of closers.reverse())
      await Promise.resolve(close()).catch((error: unknown) =>
        logger().error({ error }, 'a part did not stop'),
      )
  }
  try {
    const database = await openServiceDatabase()
    closers.push(() => database.close())
    closers.push(() => closeBus())
    const lane: ApiLane | null = options.apiLane === 'direct' ? await loadApiLane() : null
    const pages = await preparePages(options.dev)
    closers.push(() => pages.close())
    const front = await openFront({ lane, pages })
    closers.push(() => front.close())
    await announce({ embedded: database.kind === 'embedded', startedInMs: performance.now() - startedAt })
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}
