import { beforeAll, expect, it } from 'vitest'
import { countActivity } from '@/lib/audit/activity'
import { countSeals, tryLockProgress } from '@/lib/audit/activity.store'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(
  () => void loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' }),
)

const AT = new Date('2026-03-01T10:59:59.999Z')
const LATER = addSeconds(AT, 7200)
const refuse = (now: Date) =>
  storeAuditRecord(db(), testContext({ now }), { action: 'session.refused', outcome: 'refused' })
const failuresOf = async (hour: string) =>
  (await db().activityHour.findUnique({ where: { hour: new Date(hour) } }))?.signInFailures ?? 0

it('twenty workers that write, seal and count at the same time count every record once', async () => {
  const worker = async () => {
    for (let n = 0; n < 10; n++) {
      await refuse(AT)
      await sealAuditRecords(LATER)
      await countActivity()
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  await sealAuditRecords(LATER)
  await countActivity()
  expect(await failuresOf('2026-03-01T10:00:00Z')).toBe(200)
  await Promise.all(Array.from({ length: 20 }, countActivity))
  expect(await failuresOf('2026-03-01T10:00:00Z')).toBe(200)
})

it('a record committed after newer ones were counted is counted in its own hour', async () => {
  const early = new Date('2026-03-01T12:30:00Z')
  const younger = new Date('2026-03-01T13:30:00Z')
  let commit = () => {}
  const held = new Promise<void>((done) => (commit = done))
  let written = () => {}
  const isWritten = new Promise<void>((done) => (written = done))
  const late = inTransaction(async (tx) => {
    await storeAuditRecord(tx, testContext({ now: early }), {
      action: 'session.refused',
      outcome: 'refused',
    })
    written()
    await held
  })
  await isWritten
  await refuse(younger)
  await sealAuditRecords(addSeconds(younger, 60))
  await countActivity()
  expect(await failuresOf('2026-03-01T13:00:00Z')).toBe(1)
  expect(await failuresOf('2026-03-01T12:00:00Z')).toBe(0)
  commit()
  await late
  await sealAuditRecords(addSeconds(younger, 60))
  await countActivity()
  expect(await failuresOf('2026-03-01T13:00:00Z')).toBe(1)
  expect(await failuresOf('2026-03-01T12:00:00Z')).toBe(1)
})

it('a counter killed before the commit has counted nothing, and the next one counts everything', async () => {
  const at = new Date('2026-03-02T08:00:00Z')
  for (let n = 0; n < 3; n++) await refuse(at)
  await sealAuditRecords(addSeconds(at, 60))
  const died = inTransaction(async (tx) => {
    await countSeals(tx, { after: (await tryLockProgress(tx))!, limit: 2 })
    throw new Error('died')
  })
  await expect(died).rejects.toThrow('died')
  expect(await failuresOf('2026-03-02T08:00:00Z')).toBe(0)
  expect(await countActivity()).toBe(3)
  expect(await failuresOf('2026-03-02T08:00:00Z')).toBe(3)
})
