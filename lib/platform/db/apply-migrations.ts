import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { NO_TIME_LIMIT_MS } from '@/lib/platform/db/server-pool'
import { logger } from '@/lib/platform/logger'

/** Prisma's own lock key: `prisma migrate` and this function exclude each other. */
const PRISMA_LOCK_KEY = 72707369

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

interface Applied {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/**
 * The first line of a migration that runs outside a transaction, such as CREATE INDEX CONCURRENTLY
 * or a backfill that commits in batches. It has one statement, which must be safe to repeat.
 */
const OUTSIDE = /^-- Outside a transaction\b/

/**
 * An unreleased migration that was rewritten names the checksum of the earlier text, same schema.
 */
const REPLACES = /^-- Replaces ([0-9a-f]{64})$/gm

/**
 * While a statement waits for the lock of a whole table, everyone else waits behind it. It gives up
 * in time, and before PostgreSQL looks for deadlocks (after a second), so that it never costs a
 * transaction of the service.
 */
const LOCK_WITHIN_MS = 300
const PAUSE_MS = 200
const PATIENCE_BEFORE_WARNING_MS = 10_000
/** lock_not_available, deadlock_detected */
const REPEATABLE = new Set(['55P03', '40P01'])

/**
 * Applies the missing migrations of `folder` under Prisma's advisory lock: any number of instances
 * may start at once. Each runs in one transaction with its bookkeeping row, or outside a
 * transaction if it says so. Waits as long as it takes for locks that others hold. Returns the
 * names applied. Throws if an earlier migration failed or was edited since, or if the database is
 * newer than this build.
 */
export async function applyMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    // Waiting for another instance to migrate, or for a long migration, is not an error: no time
    // limit here.
    await client.query('SET statement_timeout = 0')
    await takeMigrationLock(client)
    await client.query(BOOKKEEPING)
    const migrations = readMigrations(folder)
    const done = await appliedMigrations(client)
    assertSameHistory(migrations, done)
    const missing = migrations.filter((migration) => !done.has(migration.name))
    for (const migration of missing) await applyOne(client, migration)
    return missing.map((migration) => migration.name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [PRISMA_LOCK_KEY]).catch(() => undefined)
    await client.query('RESET statement_timeout').catch(() => undefined)
    client.release()
  }
}

/**
 * Asks again and again instead of waiting in a statement: CREATE INDEX CONCURRENTLY of the instance
 * that migrates would wait for that statement, and it for the lock.
 */
async function takeMigrationLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [PRISMA_LOCK_KEY],
    )
    if (rows[0]?.taken) return
    await sleep(PAUSE_MS)
  }
}

/**
 * The migrations of `folder` that the database lacks; writes nothing. Throws like
 * `applyMigrations`.
 */
export async function findMissingMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known",
  )
  const done = rows[0]?.known ? await appliedMigrations(pool) : new Map<string, Applied>()
  assertSameHistory(migrations, done)
  return migrations.filter(({ name }) => !done.has(name)).map(({ name }) => name)
}

interface Migration {
  name: string
  sql: string
  checksum: string
  /** Checksums of earlier texts that led to the same schema. */
  replaces: string[]
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'))
      const sql = bytes.toString('utf8')
      return {
        name,
        sql,
        checksum: createHash('sha256').update(bytes).digest('hex'),
        replaces: [...sql.matchAll(REPLACES)].map(([, checksum]) => checksum!),
      }
    })
}

async function appliedMigrations(client: pg.Pool | pg.PoolClient): Promise<Map<string, Applied>> {
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return new Map(rows.map((row) => [row.migration_name, row]))
}

function assertSameHistory(migrations: Migration[], done: Map<string, Applied>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const row of done.values()) {
    const migration = known.get(row.migration_name)
    if (!migration)
      throw new Error(
        `the database is newer than this build: it has migration ${row.migration_name}`,
      )
    if (!row.finished_at)
      throw new Error(`migration ${row.migration_name} failed earlier; see prisma migrate resolve`)
    if (![migration.checksum, ...migration.replaces].includes(row.checksum))
      throw new Error(`migration ${row.migration_name} was changed after it had been applied`)
  }
}

async function applyOne(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    const apply = OUTSIDE.test(migration.sql) ? applyOutside : applyInTransaction
    await untilLocked(migration.name, () => apply(client, migration))
  } catch (error) {
    throw new Error(`migration ${migration.name} failed`, { cause: error })
  }
}

async function applyInTransaction(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${LOCK_WITHIN_MS}`)
    await unbounded(client, migration.sql)
    await note(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Repeats a step that gave up waiting for a lock. */
async function untilLocked(name: string, step: () => Promise<void>): Promise<void> {
  let warnAt = Date.now() + PATIENCE_BEFORE_WARNING_MS
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!REPEATABLE.has((error as { code?: string }).code ?? '')) throw error
      if (Date.now() > warnAt) {
        logger().warn({ migration: name }, 'a migration waits for a long transaction')
        warnAt = Date.now() + PATIENCE_BEFORE_WARNING_MS
      }
      await sleep(PAUSE_MS)
    }
  }
}

async function applyOutside(client: pg.PoolClient, migration: Migration): Promise<void> {
  await dropUnfinishedIndexes(client, migration.sql)
  await unbounded(client, migration.sql)
  await note(client, migration)
}

/**
 * An interrupted CREATE INDEX CONCURRENTLY leaves an index that is never used but always kept up.
 */
async function dropUnfinishedIndexes(client: pg.PoolClient, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE NOT i.indisvalid AND pg_table_is_visible(c.oid)`,
  )
  for (const { name } of rows.filter((row) => sql.includes(`"${row.name}"`)))
    await unbounded(client, `DROP INDEX CONCURRENTLY "${name}"`)
}

function note(client: pg.PoolClient, { name, checksum }: Migration) {
  return client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), now(), 1)`,
    [randomUUID(), checksum, name],
  )
}

/** A query without the pool's client-side time limit. */
function unbounded(client: pg.PoolClient, text: string, values?: unknown[]) {
  return client.query({ text, values, query_timeout: NO_TIME_LIMIT_MS } as pg.QueryConfig)
}
