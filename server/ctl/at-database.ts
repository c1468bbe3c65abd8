import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncCatalog } from '@/lib/access/catalog'
import type { Settings } from '@/lib/config/settings'
import { closeBus, isBusAlive } from '@/lib/platform/bus/bus'
import { startBus } from '@/lib/platform/bus/start-bus'
import { now } from '@/lib/platform/clock'
import { applyMigrations, findMissingMigrations } from '@/lib/platform/db/apply-migrations'
import { type Database, openDatabase } from '@/lib/platform/db/database'
import { databasePlace } from '@/lib/platform/db/database-place'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'
import { reloadSettings } from '@/lib/settings/follow-settings'
import { cannotRun } from '@/server/ctl/faults'
import { applySettings } from '@/server/read-settings'
import { migrationsFolder } from '@/server/start-up'

const BUS_WITHIN_MS = 1500

interface Options {
  /** Sets up a PostgreSQL database that is still empty, as the first start of the service does. */
  setUpIfEmpty?: boolean
}

/**
 * Runs `work` with the settings and the database of the service and its bus, over which running
 * instances learn of changes at once. Throws if the database is missing, in use, away, or of
 * another version.
 */
export async function atDatabase<T>(
  work: (ctx: RequestContext) => Promise<T>,
  { setUpIfEmpty = false }: Options = {},
): Promise<T> {
  const database = await openOwnDatabase()
  try {
    await assertSameVersion(database, setUpIfEmpty)
    // Also the rules that administrators set in the dashboard.
    await reloadSettings()
    await startBus()
    await busReady()
    return await work(operatorContext())
  } finally {
    await closeBus()
    await database.close()
  }
}

/**
 * Opens the database that the settings name, and never creates one. With `checkOnly`, the secrets
 * of local mode are not created either.
 */
export async function openOwnDatabase({ checkOnly = false } = {}): Promise<Database> {
  // A log line on stdout would break the JSON; what matters is reported as the command's error.
  logger().level = 'silent'
  assertFolderExists(applySettings({ checkOnly: true }))
  return openDatabase(databasePlace(applySettings({ checkOnly })))
}

/** In the wrong folder, a command would otherwise create a second, empty database. */
function assertFolderExists({ databaseUrl, dataDir }: Settings): void {
  const folder = resolve(dataDir, 'db')
  if (databaseUrl || existsSync(folder)) return
  throw cannotRun(
    'no_database',
    `There is no database in ${folder}, and DATABASE_URL is not set. ` +
      'Run this in the folder where the service runs, or set DATA_DIR or DATABASE_URL. ' +
      'The first start of the service creates the database.',
  )
}

async function assertSameVersion(
  { pool, withSessions }: Database,
  setUpIfEmpty: boolean,
): Promise<void> {
  const missing = await findMissingMigrations(pool, migrationsFolder()).catch((error: Error) => {
    if (/newer than this build/.test(error.message))
      throw cannotRun(
        'version_skew',
        `${error.message}. Use the gatehousectl of the version that runs.`,
      )
    throw error
  })
  if (missing.length === 0) return
  if (setUpIfEmpty && (await isEmpty(pool))) {
    await withSessions((direct) => applyMigrations(direct, migrationsFolder()))
    return syncCatalog(now())
  }
  throw cannotRun(
    'version_skew',
    `Missing migrations of this version: ${missing.length}, starting with ${missing[0]}. ` +
      'Apply them with node dist/server/migrate.mjs of this version (npm run db:deploy in a checkout), ' +
      'or start the service of this version once.',
  )
}

export async function isEmpty(pool: Database['pool']): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind = 'r') AS empty`,
  )
  return rows[0]!.empty
}

/**
 * Without the bus, changes are still announced (PostgreSQL sends them with the commit, and a gap of
 * Redis is counted in the database), but later.
 */
async function busReady(): Promise<void> {
  const until = performance.now() + BUS_WITHIN_MS
  while (!isBusAlive() && performance.now() < until) await sleep(10)
}

/** Audit records have no actor; the user agent says who ran the command, and where. */
export function operatorContext(): RequestContext {
  return {
    ip: null,
    userAgent: `gatehousectl (${systemUser()} on ${hostname()})`,
    requestId: newId(),
    surface: 'api',
    now: now(),
    deviceToken: null,
    locale: 'en',
  }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id that has no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
