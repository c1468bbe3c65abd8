import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Settings, SettingsError } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { logWarnings } from '@/server/announce'
import { stopWithinMs } from '@/server/gateway/draining'
import { DUPLICATE_SIGNAL_MS, logUncaughtErrors } from '@/server/process-events'
import { applySettings } from '@/server/read-settings'
import { Fleet } from '@/server/workers/fleet'

/**
 * Runs the service in several processes. The primary process accepts connections and hands them to
 * the workers in turn, counts limits and metrics for all of them, and replaces workers that ended.
 * It never opens the database.
 */
export async function runPrimary(first: Settings): Promise<void> {
  logUncaughtErrors()
  let current = first
  logger().level = current.logLevel
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
  const fleet = new Fleet(folder)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  stopOnSignal(fleet, () => current.drainSeconds * 1000)
  process.on('SIGHUP', () => {
    const changed = readAgain()
    if (!changed) return
    current = changed
    logger().level = current.logLevel
    // The new workers leave it to this process, as they do not announce the service again.
    logWarnings(current)
    void fleet.reload(current.workers)
  })
  await fleet.start(current.workers)
}

function stopOnSignal(fleet: Fleet, graceMs: () => number): void {
  let requestedAt = 0
  const onSignal = () => {
    const at = performance.now()
    // Under npm, Ctrl-C arrives twice.
    if (requestedAt > 0 && at - requestedAt <= DUPLICATE_SIGNAL_MS) return
    if (requestedAt > 0) return fleet.kill(130)
    requestedAt = at
    setTimeout(() => fleet.kill(0), stopWithinMs(graceMs())).unref()
    void fleet.stop(graceMs()).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}

/** The settings as they are now; null, and a line for each fault, if they cannot be used. */
function readAgain(): Settings | null {
  try {
    return applySettings({ leaveEnvironment: true })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    logger().error({ faults: error.faults }, 'not reloaded, because the settings are invalid')
    return null
  }
}
