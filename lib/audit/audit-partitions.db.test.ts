import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAuditMonths } from '@/lib/audit/add-audit-months'
import { listAuditRows } from '@/lib/audit/audit.store'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { asSuperuser } from '@/tests/kit/audit-chain'
import { listPartitions } from '@/tests/kit/list-partitions'
import { useTestDatabase } from '@/tests/kit/test-database'
import { allowUndeclaredRecords } from '@/tests/kit/undeclared-records'

useTestDatabase()
beforeAll(() => {
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
  allowUndeclaredRecords()
})
beforeEach(() => asSuperuser('TRUNCATE audit_records, audit_seals, audit_unsealed, audit_salts'))

const write = async (at: string) => {
  const [row] = await db().$queryRaw<{ id: string }[]>`
    INSERT INTO audit_records (id, occurred_at, action, outcome)
    VALUES (uuid_v7(${at}::timestamptz), ${at}::timestamptz, 'thing.done', 'ok') RETURNING id`
  return row!.id
}
const partitionOf = async (id: string) => {
  const rows = await db().$queryRaw<{ name: string }[]>`
    SELECT tableoid::regclass::text AS name FROM audit_records WHERE id = ${id}::uuid`
  return rows.map(({ name }) => name)
}
const monthOf = (date: Date) =>
  `audit_records_y${date.getUTCFullYear()}m${String(date.getUTCMonth() + 1).padStart(2, '0')}`

describe('the partitions of the audit trail', () => {
  it('exist for this month and the next two', async () => {
    const now = new Date()
    const months = [0, 1, 2].map((later) =>
      monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later))),
    )
    const names = (await listPartitions(db())).map(({ name }) => name)
    expect(names).toEqual(['audit_records_history', ...months, 'audit_records_default'])
    expect(await partitionOf(await write(now.toISOString()))).toEqual([months[0]])
    expect(await addAuditMonths(now)).toBe(0)
  })

  it('take every record, also of a month without one and of a clock that is wrong', async () => {
    expect(await partitionOf(await write('2031-03-01T00:00:00Z'))).toEqual([
      'audit_records_default',
    ])
    expect(await partitionOf(await write('2001-03-01T00:00:00Z'))).toEqual([
      'audit_records_history',
    ])
  })

  it('move what the default partition caught to its month, which then verifies and is listed', async () => {
    const times = [
      '2027-05-01T00:00:00.000Z',
      '2027-06-30T23:59:59.999Z',
      '2027-07-01T00:00:00.000Z',
    ]
    const ids = []
    for (const at of times) ids.push(await write(at))
    const far = await write('2031-03-01T00:00:00Z')
    await sealAuditRecords(new Date('2031-03-02T00:00:00Z'))
    expect(await addAuditMonths(new Date('2027-06-29T10:00:00Z'))).toBeGreaterThan(4)
    expect(await Promise.all([...ids, far].map(partitionOf))).toEqual([
      ['audit_records_y2027m05'],
      ['audit_records_y2027m06'],
      ['audit_records_y2027m07'],
      ['audit_records_default'],
    ])
    const newest = [far, ...ids.toReversed()]
    const first = await listAuditRows({}, { limit: 2, after: null })
    const { occurred_at: occurredAt, id } = first[1]!
    const rest = await listAuditRows({}, { limit: 9, after: { occurredAt, id } })
    expect([...first, ...rest].map((row) => row.id)).toEqual(newest)
    expect(await verifyAuditChain(new Date('2031-03-02T00:00:00Z'))).toMatchObject({
      firstBad: null,
      verified: 4,
    })
  })

  it('move what the default partition caught without a time limit, because each run would reach it again', async () => {
    const id = await write('2028-05-01T00:00:00Z')
    // Longer than any other statement may take.
    await asSuperuser(`CREATE FUNCTION delay_move() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_sleep(2); RETURN OLD; END $$`)
    await asSuperuser(`CREATE TRIGGER delay_move BEFORE DELETE ON audit_records_default
      FOR EACH ROW EXECUTE FUNCTION delay_move()`)
    try {
      await addAuditMonths(new Date('2028-05-01T00:00:00Z'))
    } finally {
      await asSuperuser('DROP TRIGGER delay_move ON audit_records_default')
    }
    expect(await partitionOf(id)).toEqual(['audit_records_y2028m05'])
  })

  it.each(['history', 'default', 'y2027m06'])(
    'refuse changes in %s by its own name, too',
    async (part) => {
      const table = `audit_records_${part}`
      await write('2001-03-01T00:00:00Z')
      await write('2031-03-01T00:00:00Z')
      await write('2027-06-01T00:00:00Z')
      const statements = [
        `DELETE FROM ${table}`,
        `UPDATE ${table} SET action = 'other'`,
        `TRUNCATE ${table}`,
      ]
      for (const sql of statements)
        await expect(db().$executeRawUnsafe(sql)).rejects.toThrow(/append-only/)
      expect(await db().auditRecord.count()).toBe(3)
    },
  )
})
