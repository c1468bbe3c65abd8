import { housekeeping } from '@/lib/auth/housekeeping'
import { issueSetupLink } from '@/lib/auth/issue-setup-link'
import { settings } from '@/lib/config/settings'
import { publishOpenApi } from '@/lib/http/openapi-document'
import { closeMailer } from '@/lib/mail/mailer'
import { contactJobHandlers } from '@/lib/contacts/contact-jobs'
import { mailJobHandlers } from '@/lib/mail/mail-jobs'
import { notificationJobHandlers } from '@/lib/notifications/notification-jobs'
import { simulatorJobHandlers } from '@/lib/payments/providers/simulator-webhooks'
import { closeBus } from '@/lib/platform/bus/bus'
import { startBus } from '@/lib/platform/bus/start-bus'
import { now } from '@/lib/platform/clock'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { logger } from '@/lib/platform/logger'
import { closeRequestBudgets } from '@/lib/rate-limit/request-budgets'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { followSettings } from '@/lib/settings/follow-settings'
import { settingJobHandlers } from '@/lib/settings/setting-jobs'
import { smsJobHandlers } from '@/lib/sms/sms-jobs'
import { sweepUploads } from '@/lib/uploads/sweep-uploads'
import { bulkActionJobHandlers } from '@/lib/user-bulk/bulk-jobs'
import { userImportJobHandlers } from '@/lib/user-import/import-jobs'
import { announce } from '@/server/announce'
import { openFront } from '@/server/front'
import { openHub } from '@/server/hub/hub'
import { openServiceDatabase } from '@/server/open-service-database'
import { preparePages } from '@/server/pages'
import { keepDataPrivate } from '@/server/private-data'

export interface ServiceOptions {
  /** Next's development server, with hot reload. */
  dev: boolean
  /** Whether /api/v1 is answered here or by Next. */
  apiLane: 'direct' | 'next'
}

/** Batches that are worked on at a time, beside all other jobs. */
const NOTIFICATION_SLOTS = 2

type Closer = () => Promise<unknown> | void

/**
 * Starts everything in order and listens last: whoever is answered meets a migrated database. `stop` ends it in reverse;
 * requests that have begun are finished first. Throws when something cannot start, with nothing left open.
 */
export async function boot(options: ServiceOptions): Promise<{ stop(): Promise<void> }> {
  const startedAt = performance.now()
  logger().level = settings().logLevel
  const closers: Closer[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await closeQuietly(close)
  }
  try {
    keepDataPrivate()
    const database = await openServiceDatabase()
    closers.push(() => database.close())
    await startBus()
    closers.push(() => closeBus(), closeRequestBudgets)
    closers.push(await followSettings())
    await syncCatalog(now())
    await sweepAtStart(database.kind === 'embedded')
    const { apiRoutes, pagePaths } = await import('@/server/generated/api-routes')
    publishOpenApi(apiRoutes)
    const pages = await preparePages(options.dev)
    closers.push(() => pages.close())
    const setupLink = await issueSetupLink(now())
    const jobs = startJobWorker(
      {
        ...mailJobHandlers,
        ...smsJobHandlers,
        ...settingJobHandlers,
        ...userImportJobHandlers,
        ...bulkActionJobHandlers,
        ...contactJobHandlers,
        ...simulatorJobHandlers,
      },
      { recurring: housekeeping },
    )
    const notifications = startJobWorker(notificationJobHandlers, { slots: NOTIFICATION_SLOTS })
    const hub = openHub()
    const front = await openFront({ ...options, pages, pagePaths, hub, routes: apiRoutes }).catch(
      async (error: unknown) => {
        await Promise.all([jobs.stop(), notifications.stop(), hub.close()])
        throw error
      },
    )
    // At the same time: each may take seconds, and what a last request queues is done after the next start.
    closers.push(() => Promise.all([front.close(), jobs.stop(), notifications.stop()]).then(closeMailer))
    announce({
      embedded: database.kind === 'embedded',
      startedInMs: performance.now() - startedAt,
      setupLink,
    })
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A storage that is away must not keep the service from starting: the sweep comes again within the hour. */
async function sweepAtStart(alone: boolean): Promise<void> {
  try {
    await sweepUploads(now(), { alone })
  } catch (error) {
    logger().warn({ error }, 'unfinished uploads could not be swept')
  }
}

async function closeQuietly(close: Closer): Promise<void> {
  try {
    await close()
  } catch (error) {
    logger().error({ error }, 'a part of the service did not stop in order')
  }
}
