import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { resealAuditRecords } from '@/lib/audit/reseal-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { readChainHead, verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { asSuperuser, sealAsOlderBuild } from '@/tests/kit/audit-chain'
import { insertUser } from '@/tests/kit/insert-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { timeOfIds } from '@/tests/kit/time-of-ids'

const env = { AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' }
const DAY = 86_400
// Not in the past: what runs later must have later ids than the records.
const now = timeOfIds()
const LATER = addSeconds(now, 31 * DAY)
const HOUR_LATER = addSeconds(LATER, 3600)

useTestDatabase()
beforeAll(() => void loadSettings({ ...env, AUDIT_ERASE_AFTER: '30d' }))
beforeEach(() =>
  asSuperuser(
    'TRUNCATE audit_records, audit_seals, audit_unsealed, audit_salts, audit_reseals, audit_erasures',
  ),
)
afterEach(async () => {
  loadSettings({ ...env, AUDIT_ERASE_AFTER: '30d' })
  await db().$executeRaw`UPDATE audit_erasure_progress SET deleted_at = '-infinity'`
  await db()
    .$executeRaw`UPDATE audit_reseal_progress SET done_up_to = 0, resealed = 0, unverified = 0`
})

interface Written {
  action?: string
  actorId?: string
  targetId?: string
}

const write = (record: Written, at = now) =>
  storeAuditRecord(db(), testContext({ now: at, ip: '203.0.113.7', userAgent: 'Browser of Ada' }), {
    action: 'thing.done',
    outcome: 'ok',
    targetType: 'user',
    details: { email: 'ada@example.test' },
    ...record,
  })

/** A deleted user with four records: by, about and by and about them, and of their deletion. */
async function deletedUser(): Promise<string> {
  const { id } = await insertUser({ status: 'deleted' })
  const { id: other } = await insertUser({})
  await write({ actorId: id })
  await write({ actorId: other, targetId: id }, addSeconds(now, 1))
  await write({ actorId: id, targetId: id }, addSeconds(now, 2))
  await write({ action: 'user.deleted', actorId: id, targetId: id }, addSeconds(now, 3))
  return id
}

const verify = () => verifyAuditChain(addSeconds(LATER, DAY))
const seal = () => sealAuditRecords(addSeconds(LATER, DAY))
const personal = async () =>
  JSON.stringify(await db().auditRecord.findMany()).match(/203\.0\.113\.7|Browser of|ada@/g) ?? []

describe('erasing what records say about a deleted user', () => {
  it('removes values and salts, keeps the rest, and the chain still verifies', async () => {
    const id = await deletedUser()
    await write({ actorId: (await insertUser({})).id }, addSeconds(now, 4))
    await seal()
    const before = await verify()
    await eraseDueRecords(LATER)
    await seal()
    const erasure = await db().auditRecord.findFirstOrThrow({ where: { action: 'audit.erased' } })
    expect(erasure).toMatchObject({ targetId: id, actorId: null, ip: null, userAgent: null })
    const of = { OR: [{ actorId: id }, { targetId: id }], NOT: { id: erasure.id } }
    const records = await db().auditRecord.findMany({ where: of })
    expect(records).toHaveLength(4)
    for (const { ip, userAgent, details } of records)
      expect({ ip, userAgent, details }).toEqual({
        ip: null,
        userAgent: null,
        details: { erased_by: erasure.id },
      })
    expect(await personal()).toHaveLength(3)
    expect(await db().auditSalt.count()).toBe(2)
    expect(await verify()).toMatchObject({ firstBad: null, verified: 6, erased: 4 })
    const head = readChainHead(before.head!)!
    expect(await verifyAuditChain(addSeconds(LATER, DAY), head)).toMatchObject({ firstBad: null })
    expect(await db().auditErasure.findMany()).toMatchObject([{ finishedAt: null }])
    await eraseDueRecords(HOUR_LATER)
    expect(await db().auditErasure.findMany()).toMatchObject([{ finishedAt: HOUR_LATER }])
  })

  it('does it once', async () => {
    await deletedUser()
    await seal()
    for (let n = 0; n < 3; n++) await eraseDueRecords(addSeconds(LATER, n * DAY))
    expect(await db().auditRecord.count({ where: { action: 'audit.erased' } })).toBe(1)
  })

  it.each([
    ['before the time is over', {}, addSeconds(now, 29 * DAY)],
    ['without the setting', { AUDIT_ERASE_AFTER: '' }, LATER],
  ])('erases nothing %s', async (_, more, at) => {
    await deletedUser()
    await seal()
    loadSettings({ ...env, AUDIT_ERASE_AFTER: '30d', ...more })
    await eraseDueRecords(at)
    expect(await db().auditRecord.count()).toBe(4)
    expect(await personal()).toHaveLength(12)
  })

  it('erases nothing of an account that was restored, or deleted again only recently', async () => {
    const id = await deletedUser()
    await write({ action: 'user.restored', targetId: id }, addSeconds(now, 20 * DAY))
    await write({ action: 'user.deleted', targetId: id }, addSeconds(now, 21 * DAY))
    await seal()
    await eraseDueRecords(LATER)
    expect(await db().auditRecord.count({ where: { action: 'audit.erased' } })).toBe(0)
    await eraseDueRecords(addSeconds(LATER, 21 * DAY))
    expect(await personal()).toEqual([])
  })

  it('finds a record that is committed while it is under way', async () => {
    const id = await deletedUser()
    await seal()
    await eraseDueRecords(LATER)
    await write({ actorId: id }, addSeconds(LATER, -1))
    await seal()
    await eraseDueRecords(HOUR_LATER)
    expect(await personal()).toEqual([])
  })

  it('waits for the seals of records, and finishes even if the setting is gone', async () => {
    await deletedUser()
    await eraseDueRecords(LATER)
    expect(await personal()).toHaveLength(12)
    expect(await db().auditErasure.findMany()).toMatchObject([{ finishedAt: null }])
    await seal()
    loadSettings(env)
    await eraseDueRecords(HOUR_LATER)
    expect(await personal()).toEqual([])
    expect(await verify()).toMatchObject({ firstBad: null, erased: 4 })
  })
})

describe('records that an older build sealed', () => {
  it('get a second seal, are erased like others, and earlier heads stay valid', async () => {
    await deletedUser()
    await sealAsOlderBuild()
    const { head } = await verify()
    expect(await resealAuditRecords(LATER)).toBe(4)
    expect(await resealAuditRecords(LATER)).toBe(0)
    await seal()
    await eraseDueRecords(LATER)
    await seal()
    expect(await personal()).toEqual([])
    expect(await verifyAuditChain(addSeconds(LATER, DAY), readChainHead(head!)!)).toMatchObject({
      firstBad: null,
      verified: 6,
      erased: 4,
    })
    const checkpoints = await db().auditRecord.findMany({ where: { action: 'audit.resealed' } })
    expect(checkpoints).toMatchObject([{ details: { resealed: 4, unverified: 0, head } }])
  })

  it('are sealed again when an older build seals during the upgrade', async () => {
    await deletedUser()
    await seal()
    await write({}, addSeconds(now, 5))
    await sealAsOlderBuild()
    await write({}, addSeconds(now, 6))
    await seal()
    expect(await verify()).toMatchObject({ firstBad: null, verified: 6 })
    expect(await resealAuditRecords(LATER)).toBe(1)
    expect(await db().auditReseal.findMany()).toMatchObject([{ seq: 5n }])
  })

  it('get no second seal if they were changed, and are still reported', async () => {
    await deletedUser()
    await sealAsOlderBuild()
    await asSuperuser(
      `UPDATE audit_records SET ip = '198.51.100.1' WHERE id = (SELECT record_id FROM audit_seals WHERE seq = 2)`,
    )
    await resealAuditRecords(LATER)
    expect(await db().auditReseal.count()).toBe(3)
    expect((await verify()).firstBad).toMatchObject({ fault: 'changed', seq: 2 })
    const [checkpoint] = await db().auditRecord.findMany({ where: { action: 'audit.resealed' } })
    expect(checkpoint).toMatchObject({ details: { resealed: 3, unverified: 1 } })
  })

  it('cannot lose their second seal unnoticed after an erasure', async () => {
    await deletedUser()
    await sealAsOlderBuild()
    await resealAuditRecords(LATER)
    await eraseDueRecords(LATER)
    await asSuperuser('DELETE FROM audit_reseals WHERE seq = 2')
    expect((await verify()).firstBad).toMatchObject({ fault: 'changed', seq: 2 })
  })
})

const NO_ERASURE = '{"erased_by": "01890000-0000-7000-8000-000000000001"}'
const SECOND = '(SELECT record_id FROM audit_seals WHERE seq = 2)'

describe('no one can erase a record', () => {
  it.each([
    ['without an erasure', `ip = NULL, user_agent = NULL, details = '${NO_ERASURE}'`],
    [
      'of another user',
      `ip = NULL, user_agent = NULL, details = jsonb_build_object('erased_by', E.id)`,
    ],
    ['in part', `ip = NULL`],
    [
      'and change more',
      `ip = NULL, user_agent = NULL, outcome = 'refused', details = jsonb_build_object('erased_by', E.id)`,
    ],
  ])('%s, as the service', async (_, change) => {
    await deletedUser()
    await seal()
    await eraseDueRecords(LATER)
    await write({ actorId: (await insertUser({})).id }, addSeconds(now, 5))
    const before = await db().auditRecord.findMany({ orderBy: { id: 'asc' } })
    const erase = `UPDATE audit_records a SET ${change} FROM audit_records E
      WHERE E.action = 'audit.erased' AND a.ip IS NOT NULL`
    await expect(db().$executeRawUnsafe(erase)).rejects.toThrow(/append-only/)
    expect(await db().auditRecord.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  it('by deleting or changing a salt, as the service', async () => {
    await deletedUser()
    await seal()
    await expect(db().$executeRaw`DELETE FROM audit_salts`).rejects.toThrow(/append-only/)
    await expect(db().$executeRaw`UPDATE audit_salts SET salt = salt`).rejects.toThrow(
      /append-only/,
    )
    await expect(db().$executeRaw`TRUNCATE audit_salts`).rejects.toThrow(/append-only/)
    expect(await db().auditSalt.count()).toBe(4)
  })

  it.each([
    ['by deleting the salt', 'erased', `DELETE FROM audit_salts WHERE record_id = ${SECOND}`],
    [
      'by replacing the salt',
      'changed',
      `UPDATE audit_salts SET salt = decode(repeat('00', 32), 'hex') WHERE record_id = ${SECOND}`,
    ],
    [
      'with an erasure that does not exist',
      'erased',
      `UPDATE audit_records SET ip = NULL, user_agent = NULL, details = '${NO_ERASURE}' WHERE id = ${SECOND}`,
    ],
    [
      'with something that is no erasure',
      'changed',
      `UPDATE audit_records SET ip = NULL, user_agent = NULL, details = '{"erased_by": "x"}' WHERE id = ${SECOND}`,
    ],
    [
      'by emptying it',
      'changed',
      `UPDATE audit_records SET ip = NULL, user_agent = NULL, details = '{}' WHERE id = ${SECOND}`,
    ],
    [
      'and change what remains',
      'changed',
      `UPDATE audit_records SET outcome = 'refused' WHERE id = ${SECOND}`,
    ],
  ])('%s, as a superuser, unnoticed', async (_, fault, sql) => {
    await deletedUser()
    await seal()
    await asSuperuser(sql)
    expect((await verify()).firstBad).toMatchObject({ fault, seq: 2 })
  })

  it('by an older erasure, from before the account was restored', async () => {
    const id = await deletedUser()
    await seal()
    await eraseDueRecords(LATER)
    await db().$executeRaw`
      INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, ip)
      VALUES (uuid_v7(${HOUR_LATER}::timestamptz), ${HOUR_LATER}::timestamptz, 'thing.done', 'ok', ${id}::uuid, '203.0.113.7')`
    await seal()
    const erase = `UPDATE audit_records SET ip = NULL, details = (SELECT jsonb_build_object('erased_by', id)
      FROM audit_records WHERE action = 'audit.erased') WHERE ip IS NOT NULL`
    await expect(db().$executeRawUnsafe(erase)).rejects.toThrow(/append-only/)
    expect(await personal()).toEqual(['203.0.113.7'])
    expect(await verify()).toMatchObject({ firstBad: null, erased: 4 })
    await asSuperuser(erase)
    expect((await verify()).firstBad).toMatchObject({ fault: 'erased', seq: 6 })
  })

  it.each([
    ['itself', 'id'],
    [
      'another of the same user',
      "(SELECT max(id::text) FROM audit_records WHERE action = 'audit.erased')",
    ],
  ])('if it is an erasure, by %s, as a superuser, unnoticed', async (_, by) => {
    const id = await deletedUser()
    await seal()
    await eraseDueRecords(LATER)
    await write({ action: 'user.deleted', targetId: id }, LATER)
    await eraseDueRecords(addSeconds(LATER, 31 * DAY))
    await sealAuditRecords(addSeconds(LATER, 32 * DAY))
    const first = `(SELECT min(id::text) FROM audit_records WHERE action = 'audit.erased')::uuid`
    await asSuperuser(
      `UPDATE audit_records SET details = jsonb_build_object('erased_by', ${by}) WHERE id = ${first}`,
    )
    const { firstBad } = await verifyAuditChain(addSeconds(LATER, 32 * DAY))
    expect(firstBad).toMatchObject({ fault: 'erased' })
  })

  it('and take the erasure for another, or put values back, unnoticed', async () => {
    await deletedUser()
    await seal()
    await eraseDueRecords(LATER)
    await seal()
    const { id } = await insertUser({})
    await asSuperuser(`UPDATE audit_records SET target_id = '${id}' WHERE action = 'audit.erased'`)
    expect((await verify()).firstBad).toMatchObject({ fault: 'erased', seq: 1 })
    await asSuperuser(`DELETE FROM audit_records WHERE action = 'audit.erased'`)
    expect((await verify()).firstBad).toMatchObject({ fault: 'erased', seq: 1 })
    await asSuperuser(
      `UPDATE audit_records SET ip = '198.51.100.9' WHERE id = ${SECOND.replace('2', '1')}`,
    )
    expect((await verify()).firstBad).toMatchObject({ fault: 'erased', seq: 1 })
  })
})
