import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

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
 * Applies the missing migrations of `folder`, each in one transaction with its bookkeeping row,
 * under Prisma's advisory lock: any number of instances may start at once. Returns the names
 * applied. Throws if an earlier migration failed or was edited since, or if the database is newer
 * than this build.
 */
export async function applyMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    // Waiting for another instance to migrate, or for a long migration, is not an error: no time
    // limit here.
    await client.query('SET statement_timeout = 0')
    await unbounded(client, 'SELECT pg_advisory_lock($1)', [PRISMA_LOCK_KEY])
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
 * The migrations of `folder` that the database lacks; writes nothing. Throws like `applyMigrations`.
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
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'))
      return {
        name,
        sql: bytes.toString('utf8'),
        checksum: createHash('sha256').update(bytes).digest('hex'),
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
    if (migration.checksum !== row.checksum)
      throw new Error(`migration ${row.migration_name} was changed after it had been applied`)
  }
}

async function applyOne(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await unbounded(client, sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), now(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}

/** A query without the pool's client-side time limit. */
function unbounded(client: pg.PoolClient, text: string, values?: unknown[]) {
  return client.query({ text, values, query_timeout: 0 } as pg.QueryConfig)
}
