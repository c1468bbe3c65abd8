import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { isDeadlock } from '@/lib/platform/db/database-errors'

/**
 * Thrown if what was read has changed meanwhile: the transaction has to run again and will find the
 * other one's result.
 */
export class LostRace extends Error {
  override readonly name = 'LostRace'
}

type Action = () => void | Promise<void>
/** How often a transaction is tried before a deadlock is thrown to the caller. */
const ATTEMPTS = 3
/** How often one is tried before a lost race is thrown to the caller. */
const RACES = 5
const pending = new WeakMap<Tx, { before: Action[]; after: Action[]; inDoubt: (() => void)[] }>()

/**
 * Runs `work` in one transaction and commits when it returns. A throw rolls back: to keep a write
 * although the request fails (a revocation, an audit record), return the refusal instead. No
 * hashing, no network and no outer `db()` inside. PostgreSQL aborts one of two deadlocked
 * transactions and its `work` runs again, so `work` must have no side effects outside.
 */
export async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

/**
 * Like `inTransaction`, for work that throws LostRace: it is rolled back and run again, and finds
 * the winner's result.
 */
export async function inRacedTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(work)
    } catch (error) {
      if (attempt === RACES || !(error instanceof LostRace)) throw error
    }
  }
}

/**
 * Like `inTransaction`, but the commit doesn't wait until it is on disk: a crash of the database
 * may undo it. For work that a later run would repeat, so that commits of requests, which wait for
 * the same log, wait less.
 */
export function inUnsyncedTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL synchronous_commit = off`
    return work(tx)
  })
}

async function runOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks = { before: [] as Action[], after: [] as Action[], inDoubt: [] as (() => void)[] }
  let committing = false
  const transaction = db().$transaction(async (tx) => {
    pending.set(tx, hooks)
    const value = await work(tx)
    for (const action of hooks.before) await action()
    committing = true
    return value
  })
  const result = await transaction.catch((error: unknown) => {
    if (committing) for (const action of hooks.inDoubt) action()
    throw error
  })
  for (const action of hooks.after) await action()
  return result
}

/** Runs `action` as the last step before the commit of `tx`; a throw rolls back. */
export function beforeCommit(tx: Tx, action: Action): void {
  hooksOf(tx).before.push(action)
}

/**
 * Runs `action` after `tx` has committed, before `inTransaction` returns; never after a rollback.
 */
export function afterCommit(tx: Tx, action: Action): void {
  hooksOf(tx).after.push(action)
}

/**
 * Runs `action` after `db` has committed if it is a transaction of `inTransaction`, otherwise at
 * once.
 */
export function whenCommitted(db: Db, action: () => void): void {
  const hooks = pending.get(db)
  if (hooks) hooks.after.push(action)
  else action()
}

/** Runs `action` if the commit of `tx` failed: its answer may be lost, and the change made. */
export function onCommitInDoubt(tx: Tx, action: () => void): void {
  hooksOf(tx).inDoubt.push(action)
}

/** Whether `db` is a transaction of `inTransaction`. */
export function isTransaction(db: Db | Tx): db is Tx {
  return pending.has(db)
}

function hooksOf(tx: Tx) {
  const hooks = pending.get(tx)
  if (!hooks) throw new Error('not inside inTransaction')
  return hooks
}
