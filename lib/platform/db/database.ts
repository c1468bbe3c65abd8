import type pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient, type Prisma } from '@/prisma/generated/client'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { remember, forget } from '@/lib/platform/remember'

/** A pool and the way to close it together with what is behind it. */
export interface OpenedPool {
  pool: pg.Pool
  close(): Promise<void>
}

export interface Database {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  prisma: PrismaClient
  close(): Promise<void>
}

/** Prisma outside or inside a transaction: what a store function works on. */
export type Db = PrismaClient | Prisma.TransactionClient
/** Prisma inside a transaction. */
export type Tx = Prisma.TransactionClient

const holder = () => remember<{ current: Database | null }>('database', () => ({ current: null }))

/** A server, a folder of the embedded database, or a pool that somebody opened already. */
export type DatabasePlace = { url: string } | { folder: string } | { pool: OpenedPool }

/**
 * Opens the database of this process: the PostgreSQL server at `url`, or the embedded one in `folder`. It neither migrates
 * nor fills anything. Throws when the server does not answer or another process holds the folder.
 */
export async function openDatabase(where: DatabasePlace): Promise<Database> {
  const opened = await openPool(where)
  const prisma = new PrismaClient({
    adapter: new PrismaPg(opened.pool, { statementNameGenerator: statementNames() }),
    transactionOptions: { maxWait: 1500, timeout: 5000 },
  })
  const database: Database = {
    kind: 'url' in where ? 'server' : 'embedded',
    pool: opened.pool,
    prisma,
    close: async () => {
      holder().current = null
      await prisma.$disconnect()
      await opened.close()
    },
  }
  holder().current = database
  return database
}

function openPool(where: DatabasePlace): OpenedPool | Promise<OpenedPool> {
  if ('pool' in where) return where.pool
  return 'url' in where ? openServerPool(where.url) : openEmbeddedPool(where.folder)
}

/** The open database of this process. Throws before `openDatabase`. */
export function database(): Database {
  const { current } = holder()
  if (!current) throw new Error('the database is not open')
  return current
}

/** Prisma, outside any transaction. Inside `inTransaction` use only its `tx`: the embedded database has one connection. */
export function db(): PrismaClient {
  return database().prisma
}

/** Forgets the open database without closing it (tests only). */
export function forgetDatabase(): void {
  forget('database')
}

/** The same SQL gets the same name, so that PostgreSQL parses and plans it once per connection. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known) return known
    const name = `s${names.size}`
    names.set(sql, name)
    return name
  }
}
