import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { processSingleton } from '@/lib/config/process-singleton'
import { READ_ONLY } from '@/lib/platform/db/database-errors'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'
import { assertSameDatabase } from '@/lib/platform/db/same-database'
import { openReplica, type Replica } from '@/lib/platform/db/replica'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { statementNames } from '@/lib/platform/db/statement-names'
import { traceStatements } from '@/lib/platform/db/trace-statements'
import { optimizeWebAssemblyLater } from '@/lib/platform/db/webassembly'
import { type Prisma, PrismaClient } from '@/prisma/generated/client'

/** A pool and a function that closes it together with its database. */
export interface OpenedPool {
  pool: pg.Pool
  close(): Promise<void>
}

export interface Database {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  prisma: PrismaClient
  /**
   * Runs work that needs sessions, such as their advisory locks: past the pooler in transaction
   * mode, if there is one. Throws OtherDatabaseError if the direct address leads elsewhere.
   */
  withSessions<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>
  /**
   * Reads what a user looks at, from the replica if there is one. May be up to five seconds old
   * (STALE_AFTER_MS), so nothing may be decided by it.
   */
  readForDisplay<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]>
  close(): Promise<void>
}

/** Prisma outside or inside a transaction: the parameter of store functions. */
export type Db = PrismaClient | Prisma.TransactionClient
/** Prisma inside a transaction. */
export type Tx = Prisma.TransactionClient

const holder = () =>
  processSingleton<{ current: Database | null }>('database', () => ({ current: null }))

/**
 * A server, a folder of the embedded database, or a pool that is already open. With a `directUrl`,
 * `url` is a pooler in transaction mode. `replicaUrl` is a read replica of the server. `patience`
 * multiplies the time limits of statements and transactions, for tests on slow machines.
 */
export type DatabasePlace =
  | { url: string; directUrl?: string | null; replicaUrl?: string | null; patience?: number }
  | { folder: string }
  | { pool: OpenedPool }

/**
 * Opens the database of this process: the PostgreSQL server at `url`, or the embedded one in
 * `folder`. It neither migrates nor seeds. Throws if the server does not answer or another process
 * holds the folder.
 */
export async function openDatabase(where: DatabasePlace): Promise<Database> {
  optimizeWebAssemblyLater()
  const opened = await openPool(where)
  const replica =
    'replicaUrl' in where && where.replicaUrl ? openReplica(where.replicaUrl, opened.pool) : null
  traceStatements(opened.pool)
  const patience = ('patience' in where && where.patience) || 1
  const prisma = new PrismaClient({
    adapter: new PrismaPg(opened.pool, { statementNameGenerator: statementNames() }),
    transactionOptions: { maxWait: 1500 * patience, timeout: 5000 * patience },
  })
  const database: Database = {
    kind: 'url' in where ? 'server' : 'embedded',
    pool: opened.pool,
    prisma,
    withSessions: (work) => withSessions(where, opened.pool, work),
    readForDisplay: (query) => readForDisplay(opened.pool, replica, query),
    close: async () => {
      holder().current = null
      await prisma.$disconnect()
      await replica?.close()
      await opened.close()
    },
  }
  holder().current = database
  return database
}

function openPool(where: DatabasePlace): OpenedPool | Promise<OpenedPool> {
  if ('pool' in where) return where.pool
  if (!('url' in where)) return openEmbeddedPool(where.folder)
  return openServerPool(where.url, { pooled: Boolean(where.directUrl), patience: where.patience })
}

async function withSessions<T>(
  where: DatabasePlace,
  pool: pg.Pool,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  if (!('directUrl' in where && where.directUrl)) return work(pool)
  const direct = openServerPool(where.directUrl)
  try {
    await assertSameDatabase(direct.pool, pool)
    return await work(direct.pool)
  } finally {
    await direct.close()
  }
}

async function readForDisplay<Row extends pg.QueryResultRow>(
  primary: pg.Pool,
  replica: Replica | null,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const copy = replica?.pool()
  if (copy)
    try {
      return (await copy.query<Row>(query)).rows
    } catch {
      // It is away, or canceled the query because it conflicted with replaying the log.
      replica!.failed()
    }
  return (await primary.query<Row>(query)).rows
}

/** The open database of this process. Throws before `openDatabase`. */
export function database(): Database {
  const { current } = holder()
  if (!current) throw new Error('the database is not open')
  return current
}

/**
 * Prisma, outside any transaction. Inside `inTransaction` use only its `tx`, because the embedded
 * database has one connection.
 */
export function db(): PrismaClient {
  return database().prisma
}

/**
 * A statement of a hot path, which PostgreSQL parses and plans once per connection by its name.
 * `text` has numbered values; `order` says which value each number stands for.
 */
export interface Statement<Values extends object> {
  name: string
  text: string
  order: readonly (keyof Values & string)[]
}

/** Declares a statement. Each `:name` in the SQL stands for the value of that name. */
export function defineStatement<Values extends object>(
  name: string,
  sql: string,
): Statement<Values> {
  const order: (keyof Values & string)[] = []
  const text = sql.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, value: keyof Values & string) => {
    if (!order.includes(value)) order.push(value)
    return `$${order.indexOf(value) + 1}`
  })
  return { name, text, order }
}

/**
 * Runs a statement and returns its rows: outside a transaction directly on the pool, which costs a
 * fraction of Prisma's query engine; inside one (`db` is a transaction) through Prisma. Throws the
 * driver's errors, and a TypeError if a value is missing.
 */
export async function runStatement<Row extends object, Values extends object>(
  db: Db,
  { name, text, order }: Statement<Values>,
  values: Values,
): Promise<Row[]> {
  const list = order.map((value) => {
    if (values[value] === undefined) throw new TypeError(`${name}: no value for :${value}`)
    return values[value]
  })
  const { pool, prisma } = database()
  if (db !== prisma) return db.$queryRawUnsafe<Row[]>(text, ...list)
  return (await pool.query<Row>({ name, text, values: list })).rows
}

/**
 * Throws an error that `isDatabaseAway` recognizes if the database answers but accepts no writes,
 * as a standby after a failover. Its connection is closed then: the next one may reach the primary.
 */
export async function assertWritable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  let isUsable = false
  // If the connection breaks, the query rejects, too.
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    const { rows } = await client.query<{ mode: string }>(
      "SELECT current_setting('transaction_read_only') AS mode",
    )
    isUsable = rows[0]?.mode === 'off'
  } finally {
    client.off('error', ignore)
    client.release(!isUsable)
  }
  if (!isUsable)
    throw Object.assign(new Error('the server accepts no writes (transaction_read_only is on)'), {
      code: READ_ONLY,
    })
}

let running: Promise<boolean> | null = null

/**
 * Whether the database answers within `timeoutMs` and accepts writes. Concurrent callers share one
 * query. Never throws.
 */
export function pingDatabase(timeoutMs: number): Promise<boolean> {
  running ??= ask(timeoutMs).finally(() => (running = null))
  return running
}

async function ask(timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>(
    (answer) => (timer = setTimeout(() => answer(false), timeoutMs)),
  )
  const answered = Promise.resolve()
    .then(() => assertWritable(database().pool))
    .then(
      () => true,
      () => false,
    )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
