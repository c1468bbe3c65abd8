import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

describeOnServer('migrations beside a running service', () => {
  useTestDatabase()
  let folder: string
  beforeEach(async () => {
    folder = temporaryFolder()
    await run(
      'DELETE FROM _prisma_migrations',
      'DROP TABLE IF EXISTS things',
      'CREATE TABLE things (id int PRIMARY KEY)',
    )
    await run('INSERT INTO things SELECT generate_series(1, 10)')
  })
  afterEach(() => run('DROP TABLE things'))

  const run = async (...statements: string[]) => {
    for (const statement of statements) await database().pool.query(statement)
  }
  const write = (name: string, sql: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'migration.sql'), sql)
  }
  const migrate = () => applyMigrations(database().pool, folder)
  const waitsForLock = async (statement: string) => {
    const { rows } = await database().pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1",
      [`%${statement}%`],
    )
    return rows.length > 0
  }
  const isValid = async (index: string) => {
    const { rows } = await database().pool.query<{ indisvalid: boolean }>(
      'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index],
    )
    return rows[0]?.indisvalid
  }
  /** A transaction that has read the table, as a backup does. */
  const openReader = async () => {
    const reader = new pg.Client(database().pool.options.connectionString)
    await reader.connect()
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM things')
    return { end: () => reader.end() }
  }

  it('let requests go on while they wait for a long transaction, such as a backup', async () => {
    write('1_column', 'ALTER TABLE things ADD COLUMN name TEXT')
    const reader = await openReader()
    const migrated = migrate()
    await until('the migration waits', 10_000, () => waitsForLock('ALTER TABLE things'))
    // A statement of the service would give up after 1.6 s.
    for (let request = 0; request < 5; request++) await run('SELECT FROM things')
    await reader.end()
    expect(await migrated).toEqual(['1_column'])
  })

  it('may take longer than a request', async () => {
    write('1_slow', 'SELECT pg_sleep(2)')
    write('2_slow', '-- Outside a transaction\nSELECT pg_sleep(2)')
    expect(await migrate()).toEqual(['1_slow', '2_slow'])
  })

  it('build an index without a lock on writes, also when two instances start at once', async () => {
    write('1_index', '-- Outside a transaction\nCREATE INDEX CONCURRENTLY "things_x" ON things(id)')
    const reader = await openReader()
    const starts = [migrate(), migrate()]
    await until('the index waits for older snapshots', 10_000, () =>
      waitsForLock('CREATE INDEX CONCURRENTLY'),
    )
    await run('INSERT INTO things VALUES (11)')
    await reader.end()
    expect((await Promise.all(starts)).flat()).toEqual(['1_index'])
    expect(await isValid('things_x')).toBe(true)
  })

  it('finish an index whose first attempt was interrupted', async () => {
    const sql =
      '-- Outside a transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "things_x" ON things(kind)'
    await run('ALTER TABLE things ADD COLUMN kind TEXT', "UPDATE things SET kind = 'x'")
    write('1_index', sql)
    await expect(migrate()).rejects.toThrow(/1_index failed/)
    expect(await isValid('things_x')).toBe(false)
    await run('UPDATE things SET kind = id')
    expect(await migrate()).toEqual(['1_index'])
    expect(await isValid('things_x')).toBe(true)
  })

  it('refuse a text that changed after it was applied, unless it names the text that it replaces', async () => {
    const first = 'ALTER TABLE things ADD COLUMN name TEXT; CREATE INDEX "things_x" ON things(name)'
    write('1_column', first)
    await migrate()
    const changed = 'ALTER TABLE things ADD COLUMN name TEXT'
    write('1_column', changed)
    await expect(migrate()).rejects.toThrow(/was changed after it had been applied/)
    const checksum = createHash('sha256').update(first).digest('hex')
    write('1_column', `-- Replaces ${checksum}\n${changed}`)
    expect(await migrate()).toEqual([])
  })
})
