import type { TestProject } from 'vitest/node'
import { processSingleton } from '@/lib/config/process-singleton'
import { findTestServer } from '@/tests/kit/test-server'

const NEEDY = new Set(['server', 'race'])

/** Every project of a run loads this file separately; they share one server. */
const shared = () =>
  processSingleton<{ server: ReturnType<typeof findTestServer> | null }>('testServer', () => ({
    server: null,
  }))

/**
 * Provides a PostgreSQL server for the tests of a project, if there is one. The projects `server`
 * and `race` require it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (shared().server ??= findTestServer())
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
