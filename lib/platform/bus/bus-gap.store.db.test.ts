import { expect, it } from 'vitest'
import { countGap, readGaps } from '@/lib/platform/bus/bus-gap.store'
import { inTransaction } from '@/lib/platform/db/transaction'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

it('counts every committed change that was not announced, and none that was rolled back', async () => {
  expect(await readGaps()).toBe(0)
  await Promise.all(Array.from({ length: 20 }, () => inTransaction(countGap)))
  expect(await readGaps()).toBe(20)
  const rolledBack = inTransaction(async (tx) => {
    await countGap(tx)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await readGaps()).toBe(20)
})
