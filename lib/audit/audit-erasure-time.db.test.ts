import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { asSuperuser } from '@/tests/kit/audit-chain'
import { insertUser } from '@/tests/kit/insert-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { timeOfIds } from '@/tests/kit/time-of-ids'

const AUTH_JWT_SECRET = 'a secret of the tests of 32 or more characters'
const DAY = 86_400
// Not in the past: what runs later must have later ids than the records.
const now = timeOfIds()
const LATER = addSeconds(now, 31 * DAY)
const HOUR_LATER = addSeconds(LATER, 3600)

const allowErasure = () => loadSettings({ AUTH_JWT_SECRET, AUDIT_ERASE_AFTER: '30d' })

useTestDatabase()
beforeAll(() => void allowErasure())
afterEach(async () => {
  allowErasure()
  await asSuperuser(
    'TRUNCATE audit_records, audit_seals, audit_unsealed, audit_salts, audit_reseals, audit_erasures',
  )
  await db().$executeRaw`UPDATE audit_erasure_progress SET deleted_at = '-infinity'`
})

const write = (action: string, actorId: string, at = now) =>
  storeAuditRecord(db(), testContext({ now: at, ip: '203.0.113.7' }), {
    action,
    outcome: 'ok',
    actorId,
    targetType: 'user',
    targetId: actorId,
  })

/** A deleted user with two records. */
async function deletedUser(): Promise<string> {
  const { id } = await insertUser({ status: 'deleted' })
  await write('thing.done', id)
  await write('user.deleted', id, addSeconds(now, 1))
  return id
}

const seal = () => sealAuditRecords(addSeconds(LATER, DAY))
const personal = () => db().auditRecord.count({ where: { ip: { not: null } } })

describe('erasing until the time of the run is up', () => {
  const HOUR_AFTER_THAT = addSeconds(HOUR_LATER, 3600)
  const finishedAt = async (at: Date) => db().auditErasure.count({ where: { finishedAt: at } })

  /** Each list of records takes an hour, and nothing else takes time. */
  async function runSlowly(at: Date): Promise<void> {
    loadSettings({ AUTH_JWT_SECRET })
    const { calls } = vi.spyOn(db(), '$queryRaw').mock
    vi.spyOn(performance, 'now').mockImplementation(() => calls.length * 3_600_000)
    await eraseDueRecords(at)
    vi.restoreAllMocks()
  }

  it('leaves the other users for the next run', async () => {
    for (let n = 0; n < 2; n++) await deletedUser()
    await eraseDueRecords(LATER)
    await seal()
    await runSlowly(HOUR_LATER)
    expect(await finishedAt(HOUR_LATER)).toBe(1)
    await runSlowly(HOUR_AFTER_THAT)
    expect(await finishedAt(HOUR_AFTER_THAT)).toBe(1)
    expect(await personal()).toBe(0)
  })

  it('does not count a user as finished whose records it has not all read', async () => {
    const id = await deletedUser()
    await Promise.all(Array.from({ length: 200 }, () => write('thing.done', id)))
    await eraseDueRecords(LATER)
    await seal()
    await runSlowly(HOUR_LATER)
    expect(await db().auditErasure.findMany()).toMatchObject([{ finishedAt: null }])
    expect(await personal()).toBeGreaterThan(0)
    await eraseDueRecords(HOUR_AFTER_THAT)
    expect(await finishedAt(HOUR_AFTER_THAT)).toBe(1)
    expect(await personal()).toBe(0)
  })
})
