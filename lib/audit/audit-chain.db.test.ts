import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { readChainHead, verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds, type Clock, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId, NIL_ID } from '@/lib/platform/ids'
import { asSuperuser } from '@/tests/kit/audit-chain'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

const SECRET = 'a secret of the tests of 32 or more characters'
const NEW_SECRET = 'another secret of the tests longer than 32'
const now = new Date('2026-11-21T10:00:00Z')
const LATER = addSeconds(now, 3600)

useTestDatabase()
beforeAll(() => void loadSettings({ AUTH_JWT_SECRET: SECRET }))
beforeEach(async () => {
  await asSuperuser('TRUNCATE audit_records, audit_seals, audit_unsealed')
})
afterEach(() => void loadSettings({ AUTH_JWT_SECRET: SECRET }))

/** Writes records a second apart and returns their ids, oldest first. */
async function write(count: number, from = now): Promise<string[]> {
  const before = new Set(
    (await db().auditRecord.findMany({ select: { id: true } })).map(({ id }) => id),
  )
  for (let n = 0; n < count; n++) {
    const ctx = testContext({ now: addSeconds(from, n) })
    await storeAuditRecord(db(), ctx, {
      action: 'thing.done',
      outcome: 'ok',
      targetType: 'thing',
      targetId: String(n),
      details: { note: 'ü"\n', count: n, list: ['a', 'b'] },
    })
  }
  const rows = await db().auditRecord.findMany({
    orderBy: { occurredAt: 'asc' },
    select: { id: true },
  })
  return rows.map(({ id }) => id).filter((id) => !before.has(id))
}

const sealed = async (count: number) => {
  const ids = await write(count)
  await sealAuditRecords(LATER)
  return ids
}
const firstBad = async (at = LATER) => (await verifyAuditChain(at)).firstBad

describe('sealing', () => {
  it('chains waiting records in chronological order, each once', async () => {
    const ids = await write(5)
    expect(await sealAuditRecords(LATER)).toBe(5)
    expect(await sealAuditRecords(LATER)).toBe(0)
    const seals = await db().auditSeal.findMany({ orderBy: { seq: 'asc' } })
    expect(seals.map(({ seq, recordId }) => [Number(seq), recordId])).toEqual(
      ids.map((id, n) => [n + 1, id]),
    )
    expect(await db().auditUnsealed.count()).toBe(0)
    expect(await verifyAuditChain(LATER)).toMatchObject({ firstBad: null, verified: 5 })
  })

  it('continues across several batches', async () => {
    await db().$executeRaw`
      INSERT INTO audit_records (id, occurred_at, action, outcome)
      SELECT gen_random_uuid(), ${now}::timestamptz + n * interval '1 ms', 'many.made', 'ok' FROM generate_series(1, 1203) n`
    expect(await sealAuditRecords(LATER)).toBe(1203)
    expect(await verifyAuditChain(LATER)).toMatchObject({ firstBad: null, verified: 1203 })
  })

  it('skips records younger than two seconds', async () => {
    await write(1)
    expect(await sealAuditRecords(addSeconds(now, 1))).toBe(0)
    expect(await sealAuditRecords(addSeconds(now, 2))).toBe(1)
  })

  it('includes a record that was committed after newer ones were sealed', async () => {
    await sealed(3)
    const [late] = await write(1, addSeconds(now, -60))
    expect(await sealAuditRecords(LATER)).toBe(1)
    const last = await db().auditSeal.findFirst({ orderBy: { seq: 'desc' } })
    expect(last).toMatchObject({ seq: 4n, recordId: late })
    expect(await firstBad()).toBeNull()
  })

  it('includes a record from a clock that is far ahead', async () => {
    await write(1, addSeconds(now, 864_000))
    expect(await sealAuditRecords(now)).toBe(1)
  })

  it('ignores an action that was rolled back', async () => {
    const undone = inTransaction(async (tx) => {
      await storeAuditRecord(tx, testContext({ now }), { action: 'thing.done', outcome: 'ok' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await sealAuditRecords(LATER)).toBe(0)
    expect(await db().auditUnsealed.count()).toBe(0)
  })

  it.each(['AUTH_JWT_PREVIOUS_SECRETS', 'AUDIT_PREVIOUS_SECRETS'])(
    'continues under a new secret, and older seals still verify with the one in %s',
    async (variable) => {
      await sealed(2)
      loadSettings({ AUTH_JWT_SECRET: NEW_SECRET, [variable]: SECRET })
      await write(2, addSeconds(now, 10))
      await sealAuditRecords(LATER)
      expect(await verifyAuditChain(LATER)).toMatchObject({ firstBad: null, verified: 4 })
      loadSettings({ AUTH_JWT_SECRET: NEW_SECRET })
      expect(await firstBad()).toMatchObject({ fault: 'unknown_key', seq: 1 })
    },
  )
})

describe('a verification that takes minutes', () => {
  let real: Clock
  beforeEach(() => void (real = setClock({ now: () => LATER })))
  afterEach(() => void setClock(real))

  it.each([
    ['accepts records that are written meanwhile', 660, null],
    ['finds one from a clock that is ahead', 0, 'unsealed'],
  ])('%s', async (_, passed, fault) => {
    await sealed(2)
    await write(1, addSeconds(LATER, 650))
    let reads = 0
    setClock({ now: () => addSeconds(LATER, reads++ === 0 ? 0 : passed) })
    expect((await firstBad())?.fault ?? null).toBe(fault)
  })
})

describe('the seals', () => {
  it('cannot be changed, deleted or truncated', async () => {
    await sealed(1)
    await expect(db().$executeRaw`UPDATE audit_seals SET key_id = 'x'`).rejects.toThrow(
      /append-only/,
    )
    await expect(db().$executeRaw`DELETE FROM audit_seals`).rejects.toThrow(/append-only/)
    await expect(db().$executeRaw`TRUNCATE audit_seals`).rejects.toThrow(/append-only/)
    expect(await db().auditSeal.count()).toBe(1)
  })
})

describe('an attacker with superuser access to the database cannot hide that they', () => {
  it.each([
    ['the action', `action = 'thing.undone'`],
    ['who', `actor_id = '01890000-0000-7000-8000-000000000001'`],
    ['when', `occurred_at = occurred_at + interval '1 ms'`],
    ['the result', `outcome = 'refused'`],
    ['the address', `ip = null`],
    ['a detail', `details = details || '{"count": 7}'`],
  ])('changed %s of a record', async (_, change) => {
    const ids = await sealed(4)
    await asSuperuser(`UPDATE audit_records SET ${change} WHERE id = '${ids[1]}'`)
    expect(await firstBad()).toEqual({ fault: 'changed', seq: 2, recordId: ids[1] })
  })

  it('deleted a record', async () => {
    const ids = await sealed(4)
    await asSuperuser(`DELETE FROM audit_records WHERE id = '${ids[2]}'`)
    expect(await firstBad()).toEqual({ fault: 'record_missing', seq: 3, recordId: ids[2] })
  })

  it('deleted a record before it was sealed', async () => {
    const [id] = await write(1)
    await asSuperuser(`DELETE FROM audit_records WHERE id = '${id}'`)
    await sealAuditRecords(LATER)
    expect(await firstBad()).toEqual({ fault: 'record_missing', seq: null, recordId: id })
  })

  it('deleted a seal in the middle', async () => {
    const ids = await sealed(4)
    await asSuperuser(`DELETE FROM audit_seals WHERE seq = 2`)
    expect(await firstBad()).toEqual({ fault: 'seal_missing', seq: 2, recordId: ids[1] })
  })

  it('deleted a seal in the middle with its record', async () => {
    const ids = await sealed(4)
    await asSuperuser(
      `DELETE FROM audit_seals WHERE seq = 2`,
      `DELETE FROM audit_records WHERE id = '${ids[1]}'`,
    )
    expect(await firstBad()).toEqual({ fault: 'seal_missing', seq: 2, recordId: null })
  })

  it('deleted the newest seal', async () => {
    const ids = await sealed(4)
    await asSuperuser(`DELETE FROM audit_seals WHERE seq = 4`)
    expect(await firstBad()).toEqual({ fault: 'unsealed', seq: null, recordId: ids[3] })
  })

  it('swapped two seals', async () => {
    const ids = await sealed(4)
    await asSuperuser(
      `UPDATE audit_seals SET seq = 99 WHERE seq = 2`,
      `UPDATE audit_seals SET seq = 2 WHERE seq = 3`,
      `UPDATE audit_seals SET seq = 3 WHERE seq = 99`,
    )
    expect(await firstBad()).toEqual({ fault: 'order', seq: 2, recordId: ids[2] })
  })

  it('swapped the contents of two records', async () => {
    const ids = await sealed(3)
    await asSuperuser(
      `UPDATE audit_records SET target_id = (2 - target_id::int)::text WHERE id IN ('${ids[0]}', '${ids[2]}')`,
    )
    expect(await firstBad()).toEqual({ fault: 'changed', seq: 1, recordId: ids[0] })
  })

  it('wrote a record without a seal, or removed one from the waiting list', async () => {
    await sealed(2)
    const [id] = await write(1, addSeconds(now, 20))
    await asSuperuser(`DELETE FROM audit_unsealed`)
    await sealAuditRecords(LATER)
    expect(await firstBad(addSeconds(now, 30))).toBeNull()
    expect(await firstBad()).toEqual({ fault: 'unsealed', seq: null, recordId: id })
  })

  it.each([
    ['with the first of all ids', NIL_ID, '2026-11-21T10:00:20Z'],
    ['with the last of all ids', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2026-11-21T10:00:20Z'],
    ['from before all times', newId(), '-infinity'],
    ['from after all times', newId(), 'infinity'],
  ])('wrote a record without a seal %s', async (_, id, at) => {
    await sealed(2)
    await asSuperuser(
      `INSERT INTO audit_records (id, occurred_at, action, outcome) VALUES ('${id}', '${at}', 'thing.done', 'ok')`,
    )
    expect(await firstBad()).toEqual({ fault: 'unsealed', seq: null, recordId: id })
  })

  it('changed the time of a seal', async () => {
    const ids = await sealed(2)
    await asSuperuser(
      `UPDATE audit_seals SET sealed_at = sealed_at - interval '1 day' WHERE seq = 1`,
    )
    expect(await firstBad()).toEqual({ fault: 'order', seq: 1, recordId: ids[0] })
  })

  it('cut off the newest records and seals, if an earlier head was kept', async () => {
    const ids = await sealed(4)
    const { head } = await verifyAuditChain(LATER)
    const kept = readChainHead(head!)!
    await asSuperuser(`DELETE FROM audit_seals WHERE seq > 2`)
    await asSuperuser(`DELETE FROM audit_records WHERE id IN ('${ids[2]}', '${ids[3]}')`)
    expect(await firstBad()).toBeNull()
    const fault = async () => (await verifyAuditChain(LATER, kept)).firstBad
    expect(await fault()).toEqual({ fault: 'seal_missing', seq: 3, recordId: null })
    await write(2, addSeconds(now, 50))
    await sealAuditRecords(LATER)
    expect(await fault()).toMatchObject({ fault: 'other_head', seq: 4 })
  })
})
