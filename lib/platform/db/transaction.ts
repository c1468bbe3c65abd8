import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { isDeadlock } from '@/lib/platform/db/database-errors'

/**
 * Thrown when what was read is no longer so: the transaction has to be done over, and will find
 * what the other one made.
 */
export class LostRace extends Error {
  override readonly name = 'LostRace'
}

type Action = () => void | Promise<void>
/** How often a transaction is begun before a deadlock is the caller's. */
const ATTEMPTS = 3
/** How often one is begun before a lost race is the caller's. */
const RACES = 5
const pending = new WeakMap<Tx, { before: Action[]; after: Action[]; inDoubt: (() => void)[] }>()

/**
 * Runs `work` in one transaction and commits when it returns. A throw rolls back: to keep a write
 * although the request fails (a revocation, an audit record), return the refusal instead. No
 * hashing, no network and no outer `db()` inside. Of two transactions that wait for each other
 * PostgreSQL undoes one: its `work` runs again, so it keeps nothing outside.
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
 * The same for work that throws LostRace: all of it is undone and done over, and finds what the
 * winner made.
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

/** Runs `action` as the last thing before the commit of `tx`; a throw rolls back. */
export function beforeCommit(tx: Tx, action: Action): void {
  hooksOf(tx).before.push(action)
}

/**
 * Runs `action` once `tx` has committed, before `inTransaction` returns; never after a rollback.
 */
export function afterCommit(tx: Tx, action: Action): void {
  hooksOf(tx).after.push(action)
}

/**
 * Runs `action` once `db` has committed when it is a transaction of `inTransaction`, at once when
 * it is none.
 */
export function whenCommitted(db: Db, action: () => void): void {
  const hooks = pending.get(db)
  if (hooks) hooks.after.push(action)
  else action()
}

/** Runs `action` when the commit of `tx` failed: its answer may be lost, and the change made. */
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
