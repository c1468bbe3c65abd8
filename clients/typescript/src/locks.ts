import { inTurn, type TokenStore } from './store.ts'

/** What this process does with a store. Also the owner of the queue of its writes. */
interface Use {
  /** Whether the store's lock is held for a refresh. */
  isLocked: boolean
  /** Writes that wait for the lock: calling one starts it. */
  readonly waiting: Set<() => Promise<unknown>>
}

const uses = new WeakMap<TokenStore, Use>()
function useOf(store: TokenStore): Use {
  const use = uses.get(store) ?? { isLocked: false, waiting: new Set() }
  uses.set(store, use)
  return use
}

/** Runs a refresh, which waits for the network, while no other one of this stored session runs. */
export function refreshAlone<T>(store: TokenStore, work: () => Promise<T>): Promise<T> {
  if (!store.lock) return inTurn(store, work)
  const use = useOf(store)
  return store.lock(async () => {
    use.isLocked = true
    for (const start of [...use.waiting]) void start()
    try {
      return await work()
    } finally {
      use.isLocked = false
      // The lock is also that of the writes that began while it was held.
      await inTurn(use, () => Promise.resolve())
    }
  })
}

/**
 * How long a write waits for a refresh of another tab or process, which may wait for the network.
 */
const PATIENCE_MS = 2000

/**
 * Reads, compares, and writes, while no one else does. Never waits for a refresh of this process:
 * its lock covers the write as well. After `PATIENCE_MS`, or if the lock fails, the write happens
 * without the lock: a frozen tab must not keep anyone from signing in or out.
 */
export function writeInTurn<T>(store: TokenStore, work: () => Promise<T>): Promise<T> {
  const use = useOf(store)
  if (!store.lock || use.isLocked) return inTurn(use, work)
  return new Promise((resolve, reject) => {
    let turn: Promise<T> | null = null
    const start = () => {
      if (turn) return turn
      clearTimeout(timer)
      use.waiting.delete(start)
      turn = inTurn(use, work)
      turn.then(resolve, reject)
      return turn
    }
    const timer = setTimeout(() => void start(), PATIENCE_MS)
    use.waiting.add(start)
    const locked = async () => store.lock!(start)
    locked()
      .catch(start)
      .catch(() => undefined)
  })
}

/**
 * For a write that changes nothing the second time. A store that answers at once, as `localStorage`
 * does, is written without waiting for the lock, because the page may be left in this moment. Then
 * again with the lock: a refresh of another tab that was between reading and writing may have
 * undone it.
 */
export async function writeAtOnce(store: TokenStore, work: () => Promise<void>): Promise<void> {
  if (store.lock && answersAtOnce(store)) await inTurn(useOf(store), work)
  await writeInTurn(store, work)
}

function answersAtOnce(store: TokenStore): boolean {
  const text = store.get()
  if (text === null || typeof text === 'string') return true
  // `work` reads it again, and reports a failure.
  Promise.resolve(text).catch(() => undefined)
  return false
}
