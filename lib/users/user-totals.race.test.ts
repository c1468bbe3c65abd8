import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { foldUserTotals, listUserTotals } from '@/lib/users/overview.store'

useTestDatabase()

const AT_ONCE = 20

/** The totals counted from the users. */
async function counted() {
  const groups = await db().user.groupBy({
    by: ['status'],
    _count: { _all: true, mfaEnabledAt: true },
  })
  return groups.map(({ status, _count }) => ({
    status,
    users: _count._all,
    withSecondFactor: _count.mfaEnabledAt,
  }))
}

async function expectExact(): Promise<void> {
  const known = (await listUserTotals(db())).filter(({ users }) => users !== 0)
  const byStatus = <T extends { status: string }>(rows: T[]) =>
    rows.sort((a, b) => a.status.localeCompare(b.status))
  expect(byStatus(known)).toEqual(byStatus(await counted()))
}

const many = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)))

beforeEach(async () => {
  await db().user.deleteMany({})
})

describe('the totals of users', () => {
  it('stay exact while users are concurrently created, changed, deleted and folded', async () => {
    const users = await Promise.all(Array.from({ length: AT_ONCE }, () => insertUser()))
    await many(async (n) => {
      const { id } = users[n]!
      if (n % 4 === 0) await foldUserTotals(db(), 7)
      if (n % 4 === 1) await db().user.update({ where: { id }, data: { status: 'deactivated' } })
      if (n % 4 === 2) await db().user.update({ where: { id }, data: { mfaEnabledAt: new Date() } })
      if (n % 4 === 3) await db().user.delete({ where: { id } })
      await insertUser({ status: 'pending' })
    })
    await expectExact()
    await many(() => foldUserTotals(db(), 3))
    await expectExact()
    while ((await foldUserTotals(db(), 1000)) > 0);
    await expectExact()
    expect(await db().userTotalChange.count()).toBe(0)
  })

  it('fold each change once across concurrent callers', async () => {
    for (let n = 0; n < 40; n++) await insertUser()
    const before = await db().userTotalChange.count()
    const folded = await many(() => foldUserTotals(db(), 5))
    expect(folded.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(before)
    await expectExact()
  })

  it('never make a user change wait for another one', async () => {
    await db().$transaction(async (tx) => {
      const id = crypto.randomUUID()
      await tx.user.create({ data: { id, email: `${id}@example.com` } })
      // Other changes run while this one is uncommitted.
      await many(() => insertUser({ status: 'pending' }))
      await foldUserTotals(db(), 1000)
    })
    await expectExact()
  })

  it('ignore a change that is rolled back', async () => {
    const { id } = await insertUser()
    await expect(
      db().$transaction(async (tx) => {
        await tx.user.update({ where: { id }, data: { status: 'deleted' } })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    await expectExact()
  })

  it('count sign-ups in their hour, and no invited users', async () => {
    await db().activityHour.deleteMany({})
    await db().userTotalChange.deleteMany({})
    const createdAt = new Date('2026-05-01T10:59:59Z')
    for (const invitedAt of [null, null, new Date()])
      await db().user.create({
        data: {
          id: crypto.randomUUID(),
          email: `${crypto.randomUUID()}@example.com`,
          createdAt,
          invitedAt,
        },
      })
    await foldUserTotals(db(), 1000)
    expect(await db().activityHour.findMany()).toMatchObject([
      { hour: new Date('2026-05-01T10:00:00Z'), signUps: 2, signIns: 0 },
    ])
  })
})
