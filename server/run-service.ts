import { syncCatalog } from '@/lib/access/catalog'
import { settings } from '@/lib/config/settings'
import { publishReads } from '@/lib/http/call-read'
import { publishOpenApi } from '@/lib/http/openapi-document'
import { issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { followSigningKeys } from '@/lib/identity/sessions/stored-signing-keys'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { syncSubscriptions } from '@/lib/messaging/webhooks/sync-subscriptions'
import { startWebhookWorker } from '@/lib/messaging/webhooks/webhook-worker'
import { closeBus } from '@/lib/platform/bus/bus'
import { startBus } from '@/lib/platform/bus/start-bus'
import { now } from '@/lib/platform/clock'
import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { startJobWorkers } from '@/lib/platform/jobs/job-worker'
import { logger } from '@/lib/platform/logger'
import { closeRequestBudgets } from '@/lib/protection/rate-limit/request-budgets'
import { followSettings } from '@/lib/settings/follow-settings'
import { sweepUploads } from '@/lib/uploads/upload.jobs'
import { announceStart } from '@/server/announce'
import { stopWithinMs } from '@/server/gateway/draining'
import { openGateway } from '@/server/gateway/gateway'
import { preparePages } from '@/server/gateway/next-pages'
import { jobs, recurringJobs } from '@/server/jobs'
import { openHub } from '@/server/live/hub'
import { keepDataPrivate } from '@/server/private-data'
import { openServiceDatabase, StartError } from '@/server/start-up'
import { openTracing } from '@/server/tracing/open-tracing'

/**
 * Under npm, Ctrl-C in a terminal reaches the process twice (from the terminal and forwarded). Both
 * count as one request to stop.
 */
const DUPLICATE_SIGNAL_MS = 700

/**
 * Starts the service and ties it to the process: signals stop it gracefully, uncaught errors are
 * logged.
 */
export async function runService(options: ServiceOptions): Promise<void> {
  logUncaughtErrors()
  let stop: (() => Promise<void>) | null = null
  let stopRequestedAt = 0
  const onSignal = () => {
    const now = performance.now()
    if (stopRequestedAt > 0) {
      if (now - stopRequestedAt > DUPLICATE_SIGNAL_MS) process.exit(130)
      return
    }
    stopRequestedAt = now
    // A start can be aborted at any point: the database is safe to kill.
    if (!stop) process.exit(0)
    setTimeout(() => process.exit(0), stopWithinMs(graceMs())).unref()
    void stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  try {
    stop = (await boot(options)).stop
  } catch (error) {
    failToStart(error)
  }
}

const graceMs = () => settings().drainSeconds * 1000

function failToStart(error: unknown): never {
  if (error instanceof StartError || error instanceof FolderInUseError)
    process.stderr.write(`${error.message}\n`)
  else logger().fatal({ error }, 'the service could not start')
  process.exit(1)
}

/**
 * Every change of state is a conditional write in the database, so an uncaught error leaves nothing
 * half done: it is logged, and other requests continue. A closed terminal (EPIPE) or a full disk
 * must not end the service.
 */
function logUncaughtErrors(): void {
  const ignore = () => undefined
  process.stdout.on('error', ignore)
  process.stderr.on('error', ignore)
  const log = (message: string) => (error: unknown) => {
    const { code } = (error ?? {}) as { code?: string }
    if (code === 'EPIPE' || code === 'ENOSPC') return
    logger().error({ error }, message)
  }
  process.on('uncaughtException', log('an uncaught error'))
  process.on('unhandledRejection', log('an unhandled rejection'))
}

interface ServiceOptions {
  /** Next's development server, with hot reload. */
  dev: boolean
  /** Whether /api/v1 is served by the gateway or by Next. */
  apiLane: 'direct' | 'next'
}

type Closer = () => Promise<unknown> | void

/**
 * Starts everything in order and listens last, so that every request meets a migrated database.
 * `stop` reverses the order after running requests have finished. Throws when something cannot
 * start, and leaves nothing open.
 */
async function boot(options: ServiceOptions): Promise<{ stop(): Promise<void> }> {
  const startedAt = performance.now()
  logger().level = settings().logLevel
  const closers: Closer[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await closeQuietly(close)
  }
  try {
    keepDataPrivate()
    closers.push(await openTracing())
    const database = await openServiceDatabase()
    closers.push(() => database.close())
    await startBus()
    closers.push(() => closeBus(), closeRequestBudgets)
    closers.push(await followSettings(), await followSigningKeys())
    await syncCatalog(now())
    await syncSubscriptions()
    await sweepAtStart(database.kind === 'embedded')
    const { apiRoutes, pagePaths } = await import('@/server/generated/api-routes')
    publishOpenApi(apiRoutes)
    publishReads(apiRoutes)
    const pages = await preparePages(options.dev)
    closers.push(() => pages.close())
    const setupLink = await issueSetupLink(now())
    const workers = [startJobWorkers(jobs, recurringJobs), startWebhookWorker()]
    const stopWorkers = () => Promise.all(workers.map((worker) => worker.stop()))
    const hub = openHub()
    const gateway = await openGateway({
      ...options,
      pages,
      pagePaths,
      hub,
      routes: apiRoutes,
    }).catch(async (error: unknown) => {
      await Promise.all([stopWorkers(), hub.close()])
      throw error
    })
    // Stopped in parallel, because each may take seconds. Jobs queued by a last request run after
    // the next start.
    closers.push(() => Promise.all([gateway.close(graceMs()), stopWorkers()]).then(closeMailer))
    announceStart({
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

/**
 * An unavailable storage must not keep the service from starting: the sweep runs again within the
 * hour.
 */
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
    logger().error({ error }, 'a part of the service did not stop cleanly')
  }
}
