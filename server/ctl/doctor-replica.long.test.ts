import { afterAll, beforeAll, expect, it } from 'vitest'
import { database, openDatabase } from '@/lib/platform/db/database'
import { describeIf } from '@/tests/kit/describe-if'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { useSettings } from '@/tests/kit/test-settings'
import { checkReplica } from '@/server/ctl/doctor-servers'

describeIf(PostgresCluster.isInstalled(), 'no PostgreSQL')('the doctor', () => {
  let primary: PostgresCluster
  let replica: PostgresCluster
  beforeAll(async () => {
    primary = (await PostgresCluster.create())!
    replica = await primary.createReplica()
    await openDatabase({ url: primary.url })
  }, 120_000)
  afterAll(async () => {
    await database().close()
    await replica.remove()
    await primary.remove()
  })

  const check = (url = replica.url) => checkReplica(useSettings({ DATABASE_REPLICA_URL: url }))
  const found = (state: string, message: string) => ({
    state,
    message: expect.stringContaining(message) as string,
  })

  it('finds a replica that keeps up', async () => {
    await primary.run('CREATE TABLE one ()')
    expect(await check()).toMatchObject(found('ok', 's behind'))
  })

  it('finds a replica that is not configured to be no fault', async () => {
    expect(await check('')).toMatchObject({ state: 'skipped' })
  })

  it('finds a replica that stopped replaying', async () => {
    await replica.run('SELECT pg_wal_replay_pause()')
    await primary.run('CREATE TABLE two ()')
    expect(await check()).toMatchObject(found('warning', 'more than 5 s behind'))
    await replica.run('SELECT pg_wal_replay_resume()')
  })

  it('finds a replica that hangs, and one that is away', async () => {
    replica.freeze()
    expect(await check()).toMatchObject(found('failed', 'cannot be used'))
    replica.thaw()
    await replica.stop()
    expect(await check()).toMatchObject(found('failed', 'ECONNREFUSED'))
    await replica.start()
  })

  it('finds another server, or another database of the primary', async () => {
    const other = (await PostgresCluster.create())!
    expect(await check(other.url)).toMatchObject(found('failed', 'is another database'))
    await other.remove()
    const template = primary.url.replace(/postgres$/, 'template1')
    expect(await check(template)).toMatchObject(found('failed', 'is another database'))
  })

  it('finds the primary itself, and a replica that was promoted', async () => {
    expect(await check(primary.url)).toMatchObject(found('failed', 'is not in recovery'))
    await replica.run('SELECT pg_promote()')
    expect(await check()).toMatchObject(found('failed', 'is not in recovery'))
  })
})
