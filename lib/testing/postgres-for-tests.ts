import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { processSingleton } from '@/lib/config/process-singleton'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { PostgresCluster } from '@/lib/testing/postgres-cluster'

interface Server {
  url: string
  /** A migrated database: copying it takes a tenth of the time of another migration. */
  template: string
  remove(): Promise<void>
}

const NEEDY = new Set(['server', 'race'])

/** Every project of a run loads this file separately; they share one server. */
const shared = () =>
  processSingleton<{ server: Promise<Server | null> | null }>('testServer', () => ({
    server: null,
  }))

/**
 * Provides the address of a PostgreSQL server for the tests of a project: TEST_DATABASE_URL, or a
 * server started for this run and stopped after it; empty if PostgreSQL is not installed. The
 * projects `server` and `race` require one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (shared().server ??= findServer())
  if (!server && NEEDY.has(project.name))
    throw new Error(
      'no PostgreSQL server: set TEST_DATABASE_URL or install one; `npm test` leaves these tests out',
    )
  project.provide('testServerUrl', server?.url ?? '')
  project.provide('testTemplate', server?.template ?? '')
  return async () => {
    if (!shared().server) return
    shared().server = null
    await server?.remove()
  }
}

async function findServer(): Promise<Server | null> {
  const named = process.env.TEST_DATABASE_URL
  const server = named ? { url: named, remove: async () => {} } : await PostgresCluster.create()
  if (!server) return null
  const template = `gh_template_${process.pid}_${randomBytes(4).toString('hex')}`
  await withPool(server.url, (admin) => admin.query(`CREATE DATABASE ${template}`))
  const address = Object.assign(new URL(server.url), { pathname: `/${template}` }).toString()
  await withPool(address, (pool) => applyMigrations(pool, 'prisma/migrations'))
  return {
    url: server.url,
    template,
    remove: async () => {
      await withPool(server.url, (admin) => admin.query(`DROP DATABASE ${template}`))
      await server.remove()
    },
  }
}

async function withPool(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // The pool ends before its connections do, so an abrupt stop of the server cuts them. That is not
  // an error.
  pool.on('error', () => undefined)
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}
