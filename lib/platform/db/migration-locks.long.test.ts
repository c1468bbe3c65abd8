import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { describeOnServer } from '@/tests/kit/describe-if'
import { fillDatabase } from '@/tests/kit/large-database'
import { LockProbe } from '@/tests/kit/lock-probe'
import { releases } from '@/tests/kit/releases'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const USERS = 1_000_000
/** Statements of the service give up after 1.6 s (server-pool.ts). */
const WITHIN_MS = 1000
const MINUTES = 60_000
const FOLDER = join(process.cwd(), 'prisma/migrations')

const migrations = readdirSync(FOLDER)
  .filter((name) => name !== 'migration_lock.toml')
  .sort()

describeOnServer('migrations of a database with 1,000,000 users', () => {
  describe.each(releases)('from $version', ({ version, lastMigration }) => {
    const folder = temporaryFolder()
    const database = `gh_large_${version.replaceAll('.', '_')}_${process.pid}`
    const url = Object.assign(new URL(inject('testServerUrl') || 'postgresql://none'), {
      pathname: `/${database}`,
    }).toString()
    const add = (name: string) =>
      cpSync(join(FOLDER, name), join(folder, name), { recursive: true })

    beforeAll(async () => {
      await asAdmin(`CREATE DATABASE ${database}`)
      mkdirSync(folder, { recursive: true })
      migrations.filter((name) => name <= lastMigration).forEach(add)
      await withPool(url, (pool) => applyMigrations(pool, folder))
      const client = new pg.Client(url)
      await client.connect()
      await fillDatabase(client, USERS).finally(() => client.end())
    }, 20 * MINUTES)
    afterAll(() => asAdmin(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))

    it(
      'make no request wait longer than a second for a large table',
      async () => {
        const probe = await LockProbe.start(url, WITHIN_MS)
        expect(probe.tables).toEqual(
          expect.arrayContaining(['users', 'session_families', 'audit_records', 'audit_seals']),
        )
        await withPool(url, async (pool) => {
          for (const name of migrations.filter((name) => name > lastMigration)) {
            add(name)
            probe.during = name
            expect(await applyMigrations(pool, folder)).toEqual([name])
          }
        }).finally(() => probe.stop())
        expect(probe.found).toEqual([])
      },
      20 * MINUTES,
    )
  })
})

/** With the time limits of the service, which must not apply to migrations. */
async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = openServerPool(url)
  return work(pool).finally(close)
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject('testServerUrl'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
