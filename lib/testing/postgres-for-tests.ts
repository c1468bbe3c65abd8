import type { TestProject } from 'vitest/node'
import { remember } from '@/lib/platform/remember'
import { PostgresCluster } from '@/lib/testing/postgres-cluster'

interface Server {
  url: string
  remove(): Promise<void>
}

/** Every project of a run loads this file anew; they share one server. */
const shared = () =>
  remember<{ server: Promise<Server | null> | null }>('testServer', () => ({ server: null }))

/**
 * Provides the address of a PostgreSQL server for the tests of a project: the one that TEST_DATABASE_URL names, or one that is
 * started for this run and stopped after it; empty when the machine has none. The project `server` makes no sense without.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (shared().server ??= findServer())
  if (!server && project.name === 'server')
    throw new Error(
      'no PostgreSQL server: set TEST_DATABASE_URL or install one; `npm test` leaves these tests out',
    )
  project.provide('testServerUrl', server?.url ?? '')
  return async () => {
    shared().server = null
    await server?.remove()
  }
}

async function findServer(): Promise<Server | null> {
  const url = process.env.TEST_DATABASE_URL
  return url ? { url, remove: async () => {} } : PostgresCluster.create()
}
