import { syncCatalog } from '@/lib/access/catalog'
import { settings } from '@/lib/config/settings'
import { publishReads } from '@/lib/http/call-read'
import { publishOpenApi } from '@/lib/http/openapi-document'
import { issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { endTrustAtStart } from '@/lib/identity/mfa/trusted-browsers.jobs'
import { followSigningKeys } from '@/lib/identity/sessions/stored-signing-keys'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { followImpersonations } from '@/lib/identity/impersonation/end-impersonation'
import { syncSubscriptions } from '@/lib/messaging/webhooks/sync-subscriptions'
import { startWebhookWorker } from '@/lib/messaging/webhooks/webhook-worker'
import { closeBus } from '@/lib/platform/bus/bus'
import { startBus } from '@/lib/platform/bus/start-bus'
import { now } from '@/lib/platform/clock'
import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { startHeartbeat } from '@/lib/platform/instances/heartbeat'
import { startJobWorkers } from '@/lib/platform/jobs/job-worker'
import { logger } from '@/lib/platform/logger'
import { once } from '@/lib/platform/once'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import {
  closeRequestBudgets,
  openRequestBudgets,
} from '@/lib/protection/rate-limit/request-budgets'
import { followSettings, reloadSettings } from '@/lib/settings/follow-settings'
import { sweepUploads } from '@/lib/uploads/upload.jobs'
import { announceStart } from '@/server/announce'
import { stopWithinMs } from '@/server/gateway/draining'
import { openGateway } from '@/server/gateway/gateway'
import { openPages } from '@/server/gateway/next-pages'
import { jobs, recurringJobs } from '@/server/jobs'
import { openHub } from '@/server/live/hub'
import { openRelay } from '@/server/live/worker-relay'
import { leaveLastMetrics } from '@/server/metrics/worker-metrics'
import { keepDataPrivate } from '@/server/private-data'
import { DUPLICATE_SIGNAL_MS, logUncaughtErrors } from '@/server/process-events'
import {
  openServiceDatabase,
  readBuild,
  reportKeyFaults,
  StartError,
  whileDatabaseIsAway,
} from '@/server/start-up'
import { openTracing } from '@/server/tracing/open-tracing'
import { type Beginning, isWorker, joinPrimary, READY } from '@/server/workers/worker'

/**
 * Starts the service and ties it to the process: signals stop it gracefully, uncaught errors are
 * logged. A worker leaves signals to its primary process.
 */
export async function runService(options: ServiceOptions): Promise<void> {
  logUncaughtErrors()
  if (isWorker()) return runWorker(options)
  let stop: Stop | null = null
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
    void endWith(stop, graceMs())
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    const running = await boot(options)
    stop = running.stop
    await running.complete()
  } catch (error) {
    if (stopRequestedAt === 0) failToStart(error)
  }
}

async function runWorker(options: ServiceOptions): Promise<void> {
  // A terminal and systemd signal the whole group, but only the primary process decides.
  for (const signal of SIGNALS) process.on(signal, () => undefined)
  let stop: Stop | null = null
  let isStopping = false
  const { beginning, channel } = await joinPrimary((graceMs) => {
    if (!stop) process.exit(0)
    if (!isStopping) void endWith(stop, graceMs)
    isStopping = true
  })
  try {
    const running = await boot({ ...options, beginning })
    // Set before the pages are loaded: the service already has connections that a stop must close.
    stop = running.stop
    await running.complete()
    if (!isStopping) await channel.ask(READY)
  } catch (error) {
    if (!isStopping) failToStart(error)
  }
}

type Stop = (graceMs: number) => Promise<void>

async function endWith(stop: Stop, graceMs: number): Promise<void> {
  setTimeout(() => process.exit(0), stopWithinMs(graceMs)).unref()
  await stop(graceMs)
  process.exit(0)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const graceMs = () => settings().drainSeconds * 1000

/** Ends the process with code 1 and says why. */
export function failToStart(error: unknown): never {
  if (error instanceof StartError || error instanceof FolderInUseError)
    process.stderr.write(`${error.message}\n`)
  else logger().fatal({ error }, 'the service could not start')
  process.exit(1)
}

interface ServiceOptions {
  /** Next's development server, with hot reload. */
  dev: boolean
  /** Whether /api/v1 is served by the gateway or by Next. */
  apiServedBy: 'gateway' | 'next'
  /** If this is one of several workers. */
  beginning?: Beginning
}

/**
 * How long interrupted jobs may take to save their result: part of the time that a stop may take.
 */
const CUT_OFF_WITHIN_MS = 700

type Closer = (graceMs: number) => Promise<unknown> | void

interface Running {
  /** Reverses the order of the start after running requests have finished. */
  stop: Stop
  /** Loads the pages, for which the API need not wait. Throws if they cannot be served. */
  complete(): Promise<void>
}

/**
 * Starts everything in order and listens last, so that every request meets a migrated database.
 * Throws when something cannot start, and leaves nothing open.
 */
async function boot(options: ServiceOptions): Promise<Running> {
  const startedAt = performance.now()
  logger().level = settings().logLevel
  const closers: Closer[] = []
  const stop: Stop = async (graceMs) => {
    for (const close of closers.splice(0).reverse()) await closeQuietly(() => close(graceMs))
  }
  try {
    // Next takes large bodies of strangers: only the gateway checks who sends one before it reads
    // it.
    if (options.apiServedBy === 'next' && !options.dev && !settings().local)
      throw new StartError('--api-served-by=next needs APP_ENV=local')
    keepDataPrivate()
    closers.push(await openTracing())
    const build = readBuild()
    const opening = openServiceDatabase()
    // Loading the route files takes a while, so it runs while the database is opened.
    const routes = import('@/server/generated/api-routes')
    const database = await opening
    closers.push(() => database.close())
    closers.push(() => collectedSuccesses().settleNow())
    await startBus()
    closers.push(() => closeBus(), closeRequestBudgets)
    closers.push(followImpersonations(reloadSettings))
    closers.push(await whileDatabaseIsAway(followSettings))
    openRequestBudgets()
    closers.push(await whileDatabaseIsAway(followSigningKeys))
    await whileDatabaseIsAway(() => syncCatalog(now()))
    await whileDatabaseIsAway(() => syncSubscriptions(build))
    await whileDatabaseIsAway(endTrustAtStart)
    await sweepAtStart(database.kind === 'embedded')
    const { apiRoutes, pagePaths } = await routes
    publishOpenApi(apiRoutes)
    publishReads(apiRoutes)
    const pages = openPages(options.dev)
    closers.push(() => pages.close())
    const announces = options.beginning?.announces ?? true
    if (announces) await reportKeyFaults()
    const setupLink = announces ? await whileDatabaseIsAway(() => issueSetupLink(now())) : null
    const jobWorkers = startJobWorkers(jobs, recurringJobs)
    const workers = [jobWorkers, startWebhookWorker()]
    const stopWorkers = once(() => Promise.all(workers.map((worker) => worker.stop())))
    closers.push(stopWorkers)
    const hub = openHub()
    closers.push(() => hub.close())
    if (options.beginning) closers.push(await openRelay(options.beginning, hub), leaveLastMetrics)
    // The embedded database has no other instances.
    if (database.kind === 'server') closers.push(startHeartbeat(build))
    const gateway = await openGateway({
      ...options,
      pages,
      pagePaths,
      hub,
      routes: apiRoutes,
    })
    // Stopped in parallel, because each may take seconds. Jobs queued by a last request run after
    // the next start.
    closers.push((graceMs) =>
      Promise.all([gateway.close(graceMs), stopWorkers()])
        .then(closeMailer)
        // An email that was cut off is queued again while the database is open.
        .then(() => jobWorkers.stop(CUT_OFF_WITHIN_MS)),
    )
    const startedInMs = performance.now() - startedAt
    if (announces) announceStart({ embedded: database.kind === 'embedded', startedInMs, setupLink })
    return { stop, complete: () => pages.prepare() }
  } catch (error) {
    await stop(0)
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

async function closeQuietly(close: () => Promise<unknown> | void): Promise<void> {
  try {
    await close()
  } catch (error) {
    logger().error({ error }, 'a part of the service did not stop cleanly')
  }
}
