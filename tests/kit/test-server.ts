import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { until } from '@/tests/kit/until'

/** A PostgreSQL server on which tests create databases. */
export interface TestServer {
  url: string
  /** A migrated database: copying it takes a tenth of the time of another migration. */
  template: string
}

/**
 * The server in TEST_DATABASE_URL, or one started for this run and stopped by `remove`; null if
 * PostgreSQL is not installed.
 */
export async function findTestServer(): Promise<(TestServer & { remove(): Promise<void> }) | null> {
  const named = process.env.TEST_DATABASE_URL
  const server = named ? { url: named, remove: async () => {} } : await PostgresCluster.create()
  if (!server) return null
  const template = `gh_template_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(server.url, `CREATE DATABASE ${template}`)
  await migrate(addressOf(server.url, template))
  return {
    url: server.url,
    template,
    remove: async () => {
      await asAdmin(server.url, `DROP DATABASE ${template}`)
      await server.remove()
    },
  }
}

/** A database of one test file. */
interface TestDatabase {
  url: string
  /** Ends every session. Returns how many deadlocks there were since the database was created. */
  countDeadlocks(): Promise<number>
  drop(): Promise<void>
}

/** Creates a migrated database on the server. */
export async function copyTemplate({ url, template }: TestServer): Promise<TestDatabase> {
  const name = `gh_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: addressOf(url, name),
    countDeadlocks: () => countDeadlocks(url, name),
    drop: async () => {
      await asAdmin(url, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** A session may hold back what it counted until it ends. */
async function countDeadlocks(serverUrl: string, database: string): Promise<number> {
  await until('the sessions have ended', 10_000, async () => {
    const ended = await asAdmin(
      serverUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '${database}' AND backend_type = 'client backend'`,
    )
    return ended.length === 0
  })
  const [row] = await asAdmin<{ deadlocks: number }>(
    serverUrl,
    `SELECT deadlocks::int FROM pg_stat_database WHERE datname = '${database}'`,
  )
  return row!.deadlocks
}

const addressOf = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).toString()

async function asAdmin<Row extends pg.QueryResultRow>(
  serverUrl: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await applyMigrations(pool, 'prisma/migrations')
  } finally {
    await pool.end()
  }
}
