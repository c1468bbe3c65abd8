import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { startWorker, testDatabaseUrl } from '@/tests/kit/start-worker'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

const SECRET = 'a secret of the tests of 32 or more characters'

useTestDatabase()
beforeAll(() => void loadSettings({ AUTH_JWT_SECRET: SECRET }))

const inAnHour = () => addSeconds(new Date(), 3600)
const write = (n: number) =>
  inTransaction((tx) =>
    storeAuditRecord(tx, testContext({ now: new Date() }), {
      action: 'thing.done',
      outcome: 'ok',
      targetId: String(n),
    }),
  )

it('twenty workers that write and seal at the same time create one chain', async () => {
  const worker = async (of: number) => {
    let sealed = 0
    for (let n = 0; n < 10; n++) {
      await write(of * 10 + n)
      sealed += await sealAuditRecords(inAnHour())
    }
    return sealed
  }
  const counts = await Promise.all(Array.from({ length: 20 }, (_, n) => worker(n)))
  const rest = await sealAuditRecords(inAnHour())
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(200)
  expect(await db().auditSeal.count()).toBe(200)
  expect(await verifyAuditChain(inAnHour())).toMatchObject({ firstBad: null, verified: 200 })
})

it('a sealer killed midway leaves an intact chain, and the next one continues it', async () => {
  for (let n = 0; n < 40; n++) await write(n)
  const before = await db().auditSeal.count()
  // Blocks the sealer after its seals are written and before they are committed.
  const url = await testDatabaseUrl()
  const brake = new pg.Client(url)
  await brake.connect()
  await brake.query('BEGIN; LOCK TABLE audit_seals IN SHARE MODE')
  const sealer = await startWorker('audit seals', { AUTH_JWT_SECRET: SECRET })
  await until('the sealer writes', 20_000, async () => {
    const { rows } = await brake.query(`SELECT 1 FROM pg_locks
      WHERE relation = 'audit_seals'::regclass AND mode = 'RowExclusiveLock' AND NOT granted`)
    return rows.length > 0
  })
  await sealer.kill()
  await brake.query('ROLLBACK')
  await brake.end()
  expect(await db().auditSeal.count()).toBe(before)
  // The sealing lock is held until the server notices that its client is gone.
  await until(
    'the next sealer gets its turn',
    10_000,
    async () => (await sealAuditRecords(inAnHour())) === 40,
  )
  expect(await verifyAuditChain(inAnHour())).toMatchObject({
    firstBad: null,
    verified: before + 40,
  })
})
