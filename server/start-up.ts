import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { settings } from '@/lib/config/settings'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { assertWritable, database, type Database, openDatabase } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { databasePlace } from '@/lib/platform/db/database-place'
import { OtherDatabaseError } from '@/lib/platform/db/same-database'
import { reasonOf } from '@/lib/platform/describe-error'
import type { Build } from '@/lib/platform/instances/heartbeat'
import { logger } from '@/lib/platform/logger'
import { checkKeys } from '@/lib/settings/check-keys'

/** Aborts the start. The message says in one line what the operator can do about it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * The folder of this package, independent of the working directory: pages and migrations are read
 * from it. It is searched for because the bundle lies one folder deeper than its source.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the package folder cannot be found')
    folder = parent
  }
  return folder
}

/** The folder with the migrations of this build. */
export const migrationsFolder = () => join(projectRoot(), 'prisma/migrations')

/** What this package is, as other instances see it. */
export function readBuild(): Build {
  const file = readFileSync(join(projectRoot(), 'package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  const migrations = readdirSync(migrationsFolder()).filter((name) => /^\d/.test(name))
  return { version, migration: migrations.sort().at(-1) ?? '' }
}

const ATTEMPTS = 15
const PAUSE_MS = 2000

/**
 * Opens the database of the service and migrates it to the schema of this build. Waits about 30 s
 * for an unavailable server, because everything starts at once after a power cut. Throws
 * StartError, FolderInUseError.
 */
export async function openServiceDatabase(): Promise<Database> {
  const { databaseUrl } = settings()
  const opened = await openDatabase(databasePlace(settings())).catch(reportUnwritableFolder)
  try {
    if (databaseUrl) await whileDatabaseIsAway(() => connectToDatabase(databaseUrl))
    const applied = await whileDatabaseIsAway(() =>
      opened.withSessions((pool) => applyMigrations(pool, migrationsFolder())),
    )
    if (applied.length > 0)
      logger().info({ migrations: applied.length }, 'the database was migrated')
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error instanceof OtherDatabaseError ? new StartError(error.message) : error
  }
}

/**
 * Logs why the configured keys don't fit the database. The service still starts: users whose
 * sign-in needs none of these secrets can work.
 */
export async function reportKeyFaults(): Promise<void> {
  try {
    const { faults } = await checkKeys()
    for (const { breaks, message: finding } of faults)
      logger()[breaks ? 'error' : 'warn'](
        { finding },
        'the configured keys do not fit the database',
      )
  } catch (error) {
    logger().warn({ error }, 'the configured keys could not be checked')
  }
}

const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'])

function reportUnwritableFolder(error: NodeJS.ErrnoException): never {
  if (!UNWRITABLE.has(error.code ?? '')) throw error
  throw new StartError(`DATA_DIR cannot be used: ${error.message}`)
}

/**
 * Runs a step of the start, again while the database is unavailable: a server that has just come up
 * may answer one statement and stall at the next. Throws StartError after about 30 s, and whatever
 * else the step throws. The step must be safe to repeat.
 */
export async function whileDatabaseIsAway<T>(
  step: () => Promise<T>,
  pauseMs = PAUSE_MS,
): Promise<T> {
  const { databaseUrl } = settings()
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (!databaseUrl || !isDatabaseAway(error)) throw error
      const { host, pathname } = new URL(databaseUrl)
      const reason = reasonOf(error)
      if (attempt === ATTEMPTS)
        throw new StartError(`DATABASE_URL: ${host}${pathname} cannot be used: ${reason}`)
      reportWaiting(host, reason)
      await sleep(pauseMs)
    }
  }
}

/** A plain line in local mode, which a person reads; a log record in production. */
function reportWaiting(host: string, reason: string): void {
  if (settings().local) process.stderr.write(`waiting for PostgreSQL at ${host} (${reason})\n`)
  else logger().warn({ host, reason }, 'waiting for PostgreSQL')
}

/**
 * A server that refuses the connection for good, such as by its password, is reported in one line.
 */
async function connectToDatabase(url: string): Promise<void> {
  try {
    await assertWritable(database().pool)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const { host, pathname } = new URL(url)
    throw new StartError(`DATABASE_URL: ${host}${pathname} cannot be used: ${reasonOf(error)}`)
  }
}
