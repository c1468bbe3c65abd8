import { hostname } from 'node:os'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import {
  readClockAhead,
  recordInstance,
  removeInstance,
} from '@/lib/platform/instances/instance.store'
import { sharedSettings } from '@/lib/platform/instances/shared-settings'
import { logger } from '@/lib/platform/logger'

const EVERY_MS = 15_000
/** An instance that has been silent for longer is considered gone. */
export const SILENT_SECONDS = 60

/** The version of the package, and its newest migration. */
export interface Build {
  version: string
  migration: string
}

/**
 * Writes the row of this process at once and every 15 seconds. Never throws, because the service
 * works without it. The returned function stops that and deletes the row.
 */
export function startHeartbeat(build: Build): () => Promise<void> {
  const id = newId()
  let beat: Promise<void> | null = null
  // While the database hangs, no further statement waits for it.
  const run = () => {
    beat ??= quietly(() => writeHeartbeat(id, build)).finally(() => (beat = null))
  }
  run()
  const timer = setInterval(run, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await beat
    await quietly(() => removeInstance(db(), id))
  }
}

/** Writes what this process is and how its clock compares with that of the database. */
export async function writeHeartbeat(id: string, build: Build): Promise<void> {
  const { port, workers } = settings()
  await recordInstance(db(), {
    id,
    ...build,
    name: `${hostname()}:${port}`,
    workers,
    sharedSettings: sharedSettings(),
    clockAheadMs: await readClockAhead(db()),
  })
}

async function quietly(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    logger().debug({ error }, 'the row of this instance could not be written')
  }
}
