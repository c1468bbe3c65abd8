import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const MIGRATIONS = join(import.meta.dirname, '../../prisma/migrations')
const RECORDS = 200_000

let cluster: PostgresCluster
let pool: pg.Pool
let older: string
let databases = 0
const select = async <T>(text: string) => (await pool.query(text)).rows as T[]

beforeAll(async () => {
  cluster = (await PostgresCluster.create())!
  older = temporaryFolder()
  cpSync(MIGRATIONS, older, { recursive: true })
  const later = readdirSync(older).filter((name) => name >= '20261124')
  for (const name of later) rmSync(join(older, name), { recursive: true })
}, 60_000)
afterAll(() => cluster.remove())
afterEach(() => pool.end())
beforeEach(async () => {
  const name = `filled_${databases++}`
  await cluster.run(`CREATE DATABASE ${name}`)
  pool = new pg.Pool({ connectionString: cluster.url.replace(/postgres$/, name) })
  // The server may stop before the last connection has been closed.
  pool.on('error', () => undefined)
  await applyMigrations(pool, older)
})

const fill = (count: number, at = "now() - n * interval '1 minute'") =>
  pool.query(`INSERT INTO audit_records (id, occurred_at, action, outcome, request_id)
    SELECT uuid_v7(${at}), ${at}, 'thing.done', 'ok', repeat('r', 100) FROM generate_series(1, ${count}) n`)

/** The files of the table and its indexes. */
const filesOf = (table: string) =>
  select(`SELECT pg_relation_filenode('${table}') AS file UNION ALL
    SELECT pg_relation_filenode(indexrelid) FROM pg_index WHERE indrelid = '${table}'::regclass ORDER BY file`)

const partitions = () =>
  select<{ name: string; records: number }>(
    `SELECT p.name, (SELECT count(*)::int FROM audit_records a WHERE a.tableoid = p.name::regclass) AS records
     FROM audit_partitions p ORDER BY ids_to NULLS LAST`,
  )

it('makes the table of a running service a partition, without copying it or losing a record', async () => {
  await fill(RECORDS)
  const files = await filesOf('audit_records')
  let migrating = true
  const writers = Array.from({ length: 4 }, async () => {
    let written = 0
    for (; migrating; written++) await fill(1, 'now()')
    return written
  })
  await applyMigrations(pool, MIGRATIONS)
  migrating = false
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
  expect(await filesOf('audit_records_history')).toEqual(files)
  expect((await partitions())[0]).toEqual({
    name: 'audit_records_history',
    records: RECORDS + written,
  })
  expect(await select('SELECT count(*)::int AS n FROM audit_unsealed')).toEqual([
    { n: RECORDS + written },
  ])
  expect(
    await select(
      `SELECT indexrelid FROM pg_index i WHERE indrelid = 'audit_records'::regclass AND NOT indisvalid`,
    ),
  ).toEqual([])
  await expect(pool.query('DELETE FROM audit_records')).rejects.toThrow(/append-only/)
})

it('moves records of a clock that is far ahead, and keeps those of ids without a time', async () => {
  await fill(10)
  await pool.query(`INSERT INTO audit_records (id, occurred_at, action, outcome) VALUES
    ('ffffffff-ffff-4fff-bfff-ffffffffffff', now(), 'thing.done', 'ok'),
    (uuid_v7('2030-01-01'), '2030-01-01', 'thing.done', 'ok')`)
  await applyMigrations(pool, MIGRATIONS)
  const found = await partitions()
  expect(found[0]).toEqual({ name: 'audit_records_history', records: 10 })
  expect(found.at(-1)).toEqual({ name: 'audit_records_default', records: 2 })
  await expect(pool.query('DELETE FROM audit_records_history')).rejects.toThrow(/append-only/)
})

it('waits for a long transaction without making requests wait behind it', async () => {
  await fill(10)
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT count(*) FROM audit_records')
  const migrated = applyMigrations(pool, MIGRATIONS)
  for (let n = 0; n < 20; n++) await fill(1, 'now()')
  await holder.query('COMMIT')
  holder.release()
  expect((await migrated).length).toBeGreaterThan(2)
  expect((await partitions())[0]!.records).toBe(30)
})
