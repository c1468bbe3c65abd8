import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { retryWhenBusy } from '@/tests/kit/at-once'
import { lockWaiterOf, lockWaiters } from '@/tests/kit/lock-waiters'

/** The pool has 20 connections. The transaction, `first`, and `lockWaiters` need one each. */
const WAITING = 17

interface LineUp<First, Other> {
  /** Takes the lock that all of them need. */
  hold: (tx: Tx) => Promise<unknown>
  first: () => Promise<First>
  others: (index: number) => Promise<Other>
  /** Runs while they wait, and must not wait itself. */
  meanwhile?: (tx: Tx) => Promise<unknown>
}

/**
 * Runs twenty calls that all need one lock, in a known order: `first` waits for it, then
 * seventeen `others`, and then it is released. Two more follow when `first` has ended.
 */
export async function lineUp<First, Other>(
  by: LineUp<First, Other>,
): Promise<{ first: First; others: Other[] }> {
  const start = <T>(act: () => Promise<T>): Promise<T> => {
    const running = retryWhenBusy(act)
    // If the lines below fail, no one awaits it.
    running.catch(() => undefined)
    return running
  }
  const startOthers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => start(() => by.others(from + index)))
  const waiting = await inTransaction(async (tx) => {
    // Some hash first, which takes long on a loaded machine.
    await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`
    await by.hold(tx)
    const first = start(by.first)
    await lockWaiterOf(tx)
    const others = startOthers(0, WAITING)
    await lockWaiters(1 + WAITING)
    await by.meanwhile?.(tx)
    return { first, others }
  })
  const first = await waiting.first
  // Not before: a new transaction can get the lock of a row before one that waits for it.
  const late = startOthers(WAITING, 19)
  return { first, others: await Promise.all([...waiting.others, ...late]) }
}
