import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAuditRows } from '@/lib/audit/audit.store'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database, db, openDatabase } from '@/lib/platform/db/database'
import { STALE_AFTER_MS } from '@/lib/platform/db/replica'
import { describeIf } from '@/tests/kit/describe-if'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { until } from '@/tests/kit/until'

describeIf(PostgresCluster.isInstalled(), 'no PostgreSQL')('a read replica', () => {
  let primary: PostgresCluster
  let replica: PostgresCluster
  beforeAll(async () => {
    primary = (await PostgresCluster.create())!
    replica = await primary.createReplica()
    await openDatabase({ url: primary.url, replicaUrl: replica.url })
    const folder = join(import.meta.dirname, '../../../prisma/migrations')
    await applyMigrations(database().pool, folder)
  }, 120_000)
  afterAll(async () => {
    await database().close()
    await replica.remove()
    await primary.remove()
  })

  const readsReplica = async () => {
    const [row] = await database().readForDisplay<{ it: boolean }>({
      text: 'SELECT pg_is_in_recovery() AS it',
    })
    return row!.it
  }
  const seen = async (action: string) =>
    (await listAuditRows({ action }, { limit: 1, after: null })).length === 1
  const write = (action: string) =>
    storeAuditRecord(db(), testContext(), { action, outcome: 'ok', targetType: 'thing' })

  it('serves lists, and shows a new record within seconds', async () => {
    await until('the replica is read', 10_000, readsReplica)
    await write('thing.first')
    await until('the list has it', STALE_AFTER_MS, () => seen('thing.first'))
    expect(await readsReplica()).toBe(true)
  })

  it('is left alone when it stops replaying, before it is older than the bound', async () => {
    await replica.run('SELECT pg_wal_replay_pause()')
    await write('thing.second')
    expect(await seen('thing.second')).toBe(false)
    await until('the list has it', STALE_AFTER_MS + 1000, () => seen('thing.second'))
    expect(await readsReplica()).toBe(false)
    await replica.run('SELECT pg_wal_replay_resume()')
    await until('the replica is read again', 10_000, readsReplica)
  })

  it('is left alone at once when it is away, and read again when it is back', async () => {
    await replica.stop()
    await write('thing.third')
    expect(await seen('thing.third')).toBe(true)
    await replica.start()
    await until('the replica is read again', 20_000, readsReplica)
  })

  it('never serves what is decided: current reads and Prisma go to the primary', async () => {
    await replica.run('SELECT pg_wal_replay_pause()')
    await write('thing.fourth')
    const page = { limit: 1, after: null, current: true }
    expect(await listAuditRows({ action: 'thing.fourth' }, page)).toHaveLength(1)
    expect(await db().auditRecord.count({ where: { action: 'thing.fourth' } })).toBe(1)
    await replica.run('SELECT pg_wal_replay_resume()')
  })

  it('that is a server of its own is never read', async () => {
    await until('the replica is read', 10_000, readsReplica)
    await replica.run('SELECT pg_promote()')
    await until('it is left alone', STALE_AFTER_MS + 3000, async () => {
      await write('thing.fifth')
      return seen('thing.fifth')
    })
  })
})
