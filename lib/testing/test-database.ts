import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openDatabase, forgetDatabase } from '@/lib/platform/db/database'
import { openLite, poolOn } from '@/lib/platform/db/embedded-pool'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { copyEmbeddedDatabase } from '@/lib/testing/embedded-template'
import { temporaryFolder } from '@/lib/testing/temporary-folder'
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
    const serverUrl = inject('testServerUrl')
    drop = serverUrl ? await onServer(serverUrl) : await embedded()
  }, 60_000)
  afterAll(async () => {
    await collectedSuccesses().settleNow()
    const undeclared = await findUndeclaredRecords()
    await drop()
    forgetDatabase()
    expect(undeclared).toEqual([])
  }, 30_000)
}

/** Tests check who wins, not how fast the machine is. */
const PATIENCE = 5

async function onServer(serverUrl: string): Promise<() => Promise<void>> {
  const name = `gh_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('testTemplate')}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const opened = await openDatabase({ url: url.toString(), patience: PATIENCE })
  return async () => {
    await opened.close()
    await asAdmin(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

async function embedded(): Promise<() => Promise<void>> {
  const folder = join(temporaryFolder(), 'db')
  await copyEmbeddedDatabase(folder)
  const opened = await openDatabase({ pool: poolOn(await openLite({ dataDir: folder })) })
  return () => opened.close()
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
