import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { lockWaiters } from '@/tests/kit/lock-waiters'

/**
 * Runs `first`, then `other` until it waits for one of its locks, then `second` in the transaction
 * of the first. Returns the results of the latter two.
 */
export async function cross<First, Second, Other>(by: {
  first: (tx: Tx) => Promise<First>
  other: () => Promise<Other>
  second: (tx: Tx, first: First) => Promise<Second>
}): Promise<[Second, Other]> {
  let other: Promise<Other> | undefined
  const second = await inTransaction(async (tx) => {
    const first = await by.first(tx)
    other ??= by.other()
    other.catch(() => undefined)
    await lockWaiters(1)
    return by.second(tx, first)
  })
  return [second, await other!]
}
