import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { resetSingleton } from '@/lib/config/process-singleton'
import { openDatabase } from '@/lib/platform/db/database'
import { openLite, poolOn } from '@/lib/platform/db/embedded-pool'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { copyEmbeddedDatabase } from '@/tests/kit/embedded-template'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { copyTemplate, type TestServer } from '@/tests/kit/test-server'
import { findUndeclaredRecords } from '@/tests/kit/undeclared-records'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Address of a PostgreSQL server where databases may be created; empty to use the embedded
     * database.
     */
    testServerUrl: string
    /** Name of the migrated database on that server, of which each test file gets a copy. */
    testTemplate: string
  }
}

/** Tests check who wins, not how fast the machine is. */
const PATIENCE = 5

/**
 * Provides a test file with a fresh, migrated database: on the run's PostgreSQL server, or
 * embedded. At the end, every audit record in it must match the declaration of its action, and the
 * server must have found as many deadlocks as the tests provoke on purpose (`deadlocks`): since
 * `inTransaction` starts an aborted transaction again, no outcome would show one. `patience`
 * multiplies the time limits of transactions; in production it is 1.
 */
export function useTestDatabase({
  deadlocks = 0,
  patience = PATIENCE,
}: { deadlocks?: number; patience?: number } = {}): void {
  let close: (() => Promise<{ deadlocks: number } | null>) | null = null
  beforeAll(async () => {
    const server = testServer()
    close = server ? await onServer(server, patience) : await embedded()
  }, 60_000)
  afterAll(async () => {
    await collectedSuccesses().settleNow()
    const undeclared = await findUndeclaredRecords()
    const found = await close?.()
    resetSingleton('database')
    expect(undeclared).toEqual([])
    if (found) expect(found).toEqual({ deadlocks })
  }, 30_000)
}

/** The PostgreSQL server of this run; null to use the embedded database. */
function testServer(): TestServer | null {
  const url = inject('testServerUrl')
  return url ? { url, template: inject('testTemplate') } : null
}

async function onServer(
  server: TestServer,
  patience: number,
): Promise<() => Promise<{ deadlocks: number }>> {
  const { url, countDeadlocks, drop } = await copyTemplate(server)
  const opened = await openDatabase({ url, patience })
  return async () => {
    await opened.close()
    const deadlocks = await countDeadlocks()
    await drop()
    return { deadlocks }
  }
}

/** Has one connection, so transactions never wait for each other. */
async function embedded(): Promise<() => Promise<null>> {
  const folder = join(temporaryFolder(), 'db')
  await copyEmbeddedDatabase(folder)
  const opened = await openDatabase({ pool: poolOn(await openLite({ dataDir: folder })) })
  return async () => {
    await opened.close()
    return null
  }
}
