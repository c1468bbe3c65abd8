import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openDatabase, forgetDatabase } from '@/lib/platform/db/database'
import { openLite, poolOn } from '@/lib/platform/db/embedded-pool'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { copyEmbeddedDatabase } from '@/lib/testing/embedded-template'
import { temporaryFolder } from '@/lib/testing/temporary-folder'
import { copyTemplate, type TestServer } from '@/lib/testing/test-server'
import { findUndeclaredRecords } from '@/lib/testing/undeclared-records'

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

/**
 * Provides a test file with a fresh, migrated database: on the run's PostgreSQL server, or
 * embedded. At the end, every audit record in it must match the declaration of its action.
 */
export function useTestDatabase(): void {
  let drop = async () => {}
  beforeAll(async () => {
    const server = testServer()
    drop = server ? await onServer(server) : await embedded()
  }, 60_000)
  afterAll(async () => {
    await collectedSuccesses().settleNow()
    const undeclared = await findUndeclaredRecords()
    await drop()
    forgetDatabase()
    expect(undeclared).toEqual([])
  }, 30_000)
}

/** The PostgreSQL server of this run; null to use the embedded database. */
function testServer(): TestServer | null {
  const url = inject('testServerUrl')
  return url ? { url, template: inject('testTemplate') } : null
}

/** Tests check who wins, not how fast the machine is. */
const PATIENCE = 5

async function onServer(server: TestServer): Promise<() => Promise<void>> {
  const { url, drop } = await copyTemplate(server)
  const opened = await openDatabase({ url, patience: PATIENCE })
  return async () => {
    await opened.close()
    await drop()
  }
}

async function embedded(): Promise<() => Promise<void>> {
  const folder = join(temporaryFolder(), 'db')
  await copyEmbeddedDatabase(folder)
  const opened = await openDatabase({ pool: poolOn(await openLite({ dataDir: folder })) })
  return () => opened.close()
}
