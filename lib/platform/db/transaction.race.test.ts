import { describe, expect, it } from 'vitest'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

// One for each kind of statement.
useTestDatabase({ deadlocks: 2 })

const HELD = { statement: 'SELECT 1 FROM users WHERE id = $1::uuid FOR UPDATE' }
const rename = {
  raw: (tx: Tx, id: string) =>
    tx.$executeRaw`UPDATE users SET name = coalesce(name, '') || 'x' WHERE id = ${id}::uuid`,
  prisma: async (tx: Tx, id: string) => {
    const { name } = await tx.user.findUniqueOrThrow({ where: { id } })
    await tx.user.update({ where: { id }, data: { name: `${name ?? ''}x` } })
  },
}

describe('two deadlocked transactions', () => {
  it.each(['raw', 'prisma'] as const)('both succeed, each once (%s statements)', async (kind) => {
    const [one, other] = [await insertUser(), await insertUser()]
    await db().user.updateMany({
      where: { id: { in: [one.id, other.id] } },
      data: { name: null },
    })
    let holding = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => (meet = resolve))
    const begun = { times: 0 }
    const cross = (first: string, second: string) =>
      inTransaction(async (tx) => {
        begun.times += 1
        await tx.$queryRawUnsafe(HELD.statement, first)
        holding += 1
        if (holding === 2) meet()
        await met
        await rename[kind](tx, second)
      })
    await Promise.all([cross(one.id, other.id), cross(other.id, one.id)])
    // The aborted one was started again; otherwise there was no deadlock.
    expect(begun.times).toBeGreaterThan(2)
    const names = await db().user.findMany({
      where: { id: { in: [one.id, other.id] } },
      select: { name: true },
    })
    expect(names).toEqual([{ name: 'x' }, { name: 'x' }])
  })

  it('leave nothing behind and are not retried after any other error', async () => {
    const user = await insertUser()
    let times = 0
    const failing = inTransaction(async (tx) => {
      times += 1
      await rename.raw(tx, user.id)
      throw new Error('no deadlock')
    })
    await expect(failing).rejects.toThrow('no deadlock')
    expect(times).toBe(1)
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      name: null,
    })
  })
})
