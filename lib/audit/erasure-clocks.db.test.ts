import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertErasure, insertErasureOf } from '@/lib/audit/audit-erasure.store'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { asSuperuser } from '@/tests/kit/audit-chain'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { timeOfIds } from '@/tests/kit/time-of-ids'
import { allowUndeclaredRecords } from '@/tests/kit/undeclared-records'

const now = timeOfIds()
const LATER = addSeconds(now, 300)

useTestDatabase()
beforeAll(() => {
  allowUndeclaredRecords()
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
})
beforeEach(() =>
  asSuperuser('TRUNCATE audit_records, audit_seals, audit_unsealed, audit_salts, audit_erasures'),
)

/** A record of a user from an instance whose clock is `ahead` seconds ahead. */
async function writeAhead(userId: string, ahead: number): Promise<void> {
  const at = addSeconds(now, ahead)
  await db().$executeRaw`
    INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, ip)
    VALUES (uuid_v7(${at}::timestamptz), ${at}::timestamptz, 'thing.done', 'ok', ${userId}::uuid, '203.0.113.7')`
}

/** Erases an account as an administrator does, and what its records say. */
async function erase(userId: string, actorId: string): Promise<string> {
  const recordId = await inTransaction(async (tx) => {
    const id = await insertErasure(tx, userId, now)
    const record = { action: 'user.erased', outcome: 'ok', targetId: userId } as const
    const ctx = testContext({ now, ip: '198.51.100.1' })
    await recordAudit(tx, ctx, { ...record, actorId, details: { reason: 'request' } })
    return id
  })
  await sealAuditRecords(LATER)
  await eraseDueRecords(LATER)
  await sealAuditRecords(addSeconds(LATER, 60))
  return recordId
}

const addresses = async () =>
  (await db().auditRecord.findMany({ orderBy: { id: 'asc' } })).flatMap(({ ip }) => ip ?? [])

describe('an erasure at an instance whose clock is behind', () => {
  it('erases what the user just did on another instance, and keeps who erased the account', async () => {
    const [{ id: userId }, { id: actorId }] = [await insertUser({}), await insertUser({})]
    for (const ahead of [0, 10]) await writeAhead(userId, ahead)
    await erase(userId, actorId)
    expect(await addresses()).toEqual(['198.51.100.1'])
    const erased = await db().auditRecord.findFirst({ where: { action: 'user.erased' } })
    expect(erased).toMatchObject({ actorId, details: { reason: 'request' } })
    expect(await verifyAuditChain(LATER)).toMatchObject({ firstBad: null, verified: 4, erased: 2 })
  })

  it('gets a later ID than the records it lists, even those of another instance', async () => {
    const { id: userId } = await insertUser({})
    for (const ahead of [0, 10, 5]) await writeAhead(userId, ahead)
    const ids = (await db().auditRecord.findMany()).map(({ id }) => id)
    const by = { userId, records: ids, now }
    const recordId = await inTransaction((tx) => insertErasureOf(tx, by))
    for (const id of ids) expect(id < recordId).toBe(true)
  })

  it('ignores a clock that is more than two minutes ahead', async () => {
    const [{ id: userId }, { id: actorId }] = [await insertUser({}), await insertUser({})]
    await writeAhead(userId, 130)
    const recordId = await erase(userId, actorId)
    const { id } = await db().auditRecord.findFirstOrThrow({ where: { actorId: userId } })
    expect(recordId < id).toBe(true)
    expect(await verifyAuditChain(LATER)).toMatchObject({ firstBad: null })
  })
})
