import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { deleteContactsFrom } from '@/lib/messaging/contacts/contacts.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { holderOf } from '@/tests/kit/administrators'
import { makeUser } from '@/tests/kit/make-user'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseUser } from '@/lib/users/erasure/erase-user'

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder() })
  await syncCatalog(new Date())
})
beforeEach(async () => {
  await db().job.deleteMany()
  await db().accountErasure.deleteMany()
})
afterEach(() => void vi.restoreAllMocks())

const ERASED = { erased_by: expect.any(String) }
const inMinutes = (minutes: number) => addSeconds(new Date(), minutes * 60)

/**
 * Erased users who had sent a message and for whom others had searched, by address, by name, and
 * for all.
 */
async function erasedUsers(count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => makeUser()))
  const name = 'Ada_Lovelace\\100% '
  for (const [n, { id }] of people.entries())
    await db().user.update({ where: { id }, data: { name: `${name}${n}` } })
  const actor = await holderOf('users:delete')
  const texts = { name: 'A', subject: 'B', message: 'C', createdAt: inMinutes(-1) }
  const emails = people.map(({ email }) => email)
  for (const email of emails)
    await db().contactMessage.create({ data: { id: newId(), ...texts, email } })
  const searches = [...emails, emails.join(' '), ...people.map((_, n) => `${name}${n}`)]
  for (const query of searches) {
    const details = { format: 'csv', query } as const
    const by = { outcome: 'ok', actorId: actor.userId } as const
    await recordAudit(db(), ctx(), { action: 'users.exported', ...by, details })
  }
  await sealAuditRecords(inMinutes(1))
  for (const { id } of people) await eraseUser(actor, { userId: id }, ctx())
  await db().job.deleteMany()
  const { userId: actorId } = actor
  const details = async () => {
    const where = { action: 'users.exported', actorId }
    return (await db().auditRecord.findMany({ where })).map((record) => record.details)
  }
  const finished = () => db().accountErasure.count({ where: { finishedAt: { not: null } } })
  return { emails, details, finished }
}

/** What an instance whose clock is half a minute ahead stores about an address. */
async function writeAhead(email: string, actorId: string) {
  const createdAt = inMinutes(0.5)
  const id = newId()
  const texts = { name: 'A', subject: 'B', message: 'C' }
  await db().contactMessage.create({ data: { id, ...texts, email, createdAt } })
  const counts = { status: 'draft' as const, kind: 'activate', roleIds: [], roleNames: [] }
  const search = { actorId, request: {}, filter: { query: email }, updatedAt: createdAt }
  await db().bulkAction.create({ data: { id, ...counts, ...search, createdAt } })
  const about = { kind: 'impersonation', title: email, createdAt, aboutId: actorId }
  // As those made by the same clock.
  const [ids] = await db().$queryRaw<{ job: string; item: string }[]>`
    SELECT uuid_v7(${createdAt}::timestamptz)::text AS job, uuid_v7(${createdAt}::timestamptz)::text AS item`
  await db().inboxItem.create({ data: { id: ids!.item, userId: actorId, ...about } })
  await db().userImport.create({
    data: {
      id,
      status: 'completed',
      dryRun: true,
      format: 'csv',
      total: 1,
      actorHeld: [],
      request: {},
      createdAt,
      updatedAt: createdAt,
    },
  })
  await db().userImportRow.create({ data: { importId: id, row: 1, email, data: { email } } })
  const job = { kind: 'probe', payload: { email }, runAt: inMinutes(600), createdAt }
  await db().job.create({ data: { ...job, id: ids!.job } })
  return async () => ({
    job: await db().job.count({ where: { id: ids!.job } }),
    message: await db().contactMessage.count({ where: { id } }),
    search: await db().bulkAction.count({
      where: { id, filter: { path: ['query'], equals: email } },
    }),
    item: await db().inboxItem.count({ where: { id: ids!.item } }),
    row: await db().userImportRow.count({ where: { importId: id } }),
  })
}

/** The statements of `work` that read the audit trail. */
async function passesOf(work: () => Promise<void>): Promise<number> {
  const sent = vi.spyOn(db(), '$queryRaw')
  await work()
  const texts = sent.mock.calls.map(([text]) => (text as TemplateStringsArray).join('?'))
  sent.mockRestore()
  return texts.filter((text) => text.includes('FROM audit_records')).length
}

it('a step that fails keeps no other from running, and the erasure goes on later', async () => {
  const logged = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
  const { emails, details, finished } = await erasedUsers(1)
  await db()
    .$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''timeout''; END'`
  await db()
    .$executeRaw`CREATE TRIGGER refuse BEFORE DELETE ON contact_messages EXECUTE FUNCTION refuse()`
  await continueErasures(inMinutes(61))
  expect(await details()).toEqual(Array(3).fill(ERASED))
  expect(await finished()).toBe(0)
  expect(logged).toHaveBeenCalledTimes(1)
  await db().$executeRaw`DROP TRIGGER refuse ON contact_messages`
  await continueErasures(inMinutes(82))
  expect(await db().contactMessage.count({ where: { email: { in: emails } } })).toBe(0)
  expect(await finished()).toBe(1)
})

it('an erasure whose audit records cannot be read is not finished, and takes the other steps', async () => {
  const logged = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
  const { emails, details, finished } = await erasedUsers(1)
  await db().$executeRaw`ALTER TABLE audit_salts RENAME TO away`
  await continueErasures(inMinutes(61))
  await db().$executeRaw`ALTER TABLE away RENAME TO audit_salts`
  expect(await db().contactMessage.count({ where: { email: { in: emails } } })).toBe(0)
  expect(await finished()).toBe(0)
  expect(logged).toHaveBeenCalledTimes(1)
  await continueErasures(inMinutes(82))
  expect(await details()).toEqual(Array(3).fill(ERASED))
  expect(await finished()).toBe(1)
})

it('an erasure cut short by the end of the run is not finished, and later ones are left for the next run', async () => {
  const { emails, finished } = await erasedUsers(2)
  const texts = { name: 'A', subject: 'B', message: 'C', createdAt: inMinutes(-1) }
  for (const email of emails)
    await db().contactMessage.createMany({
      data: Array.from({ length: 200 }, () => ({ id: newId(), ...texts, email })),
    })
  const messages = () => db().contactMessage.count({ where: { email: { in: emails } } })
  // The first batch of messages takes until the end.
  const { calls } = vi.spyOn(db(), '$queryRaw').mock
  vi.spyOn(performance, 'now').mockImplementation(() => (calls.length > 0 ? 100 : 0))
  await continueErasures(inMinutes(61), 100)
  vi.restoreAllMocks()
  expect(await db().accountErasure.count({ where: { triedAt: null } })).toBe(1)
  expect([await finished(), await messages()]).toEqual([0, 202])
  await continueErasures(inMinutes(82))
  expect([await finished(), await messages()]).toEqual([2, 0])
})

it('several erasures read the audit trail as often as one', async () => {
  await erasedUsers(1)
  const ofOne = await passesOf(() => continueErasures(inMinutes(1)))
  const { details } = await erasedUsers(3)
  const ofThree = await passesOf(() => continueErasures(inMinutes(2)))
  expect(ofOne).toBeGreaterThan(0)
  expect(ofThree).toBe(ofOne)
  expect(await details()).toEqual(Array(7).fill(ERASED))
  await sealAuditRecords(inMinutes(3))
  expect(await verifyAuditChain(inMinutes(3))).toMatchObject({ firstBad: null })
})

it('an erasure covers what an instance whose clock is ahead stored before it, and nothing later', async () => {
  const { id, email } = await makeUser()
  const actor = await holderOf('users:delete')
  const earlier = await writeAhead(email, actor.userId)
  const NONE = { job: 0, message: 0, search: 0, item: 0, row: 0 }
  const ALL = { job: 1, message: 1, search: 1, item: 1, row: 1 }
  expect(await earlier()).toEqual(ALL)
  expect(await eraseUser(actor, { userId: id }, ctx())).toEqual({ ok: true })
  const later = await writeAhead(email, actor.userId)
  await continueErasures(inMinutes(61))
  expect([await earlier(), await later()]).toEqual([NONE, ALL])
})

it('an erasure that waits for nothing is looked at once and after an hour', async () => {
  const { finished } = await erasedUsers(1)
  const passes: number[] = []
  for (const minutes of [0.1, 21, 41, 61, 82])
    passes.push(await passesOf(() => continueErasures(inMinutes(minutes))))
  expect(passes.map((count) => count > 0)).toEqual([true, false, false, true, false])
  expect(await finished()).toBe(1)
})

it('messages of an address are found by an index', async () => {
  const sent = vi.spyOn(db(), '$queryRaw')
  await deleteContactsFrom(db(), { addresses: ['ada@example.org'], until: new Date(), limit: 200 })
  const [text, ...values] = sent.mock.calls[0]!
  sent.mockRestore()
  const numbered = (text as TemplateStringsArray).reduce((sql, part, n) => `${sql}$${n}${part}`)
  const plan = await db().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    return tx.$queryRawUnsafe(`EXPLAIN ${numbered}`, ...values)
  })
  expect(JSON.stringify(plan)).toContain('contact_messages_email_idx')
})
