import { newRandomText } from './random.ts'
import { sharedKey } from './shared-key.ts'

/**
 * Keeps the session between requests and restarts, as one text. `localStore`, `memoryStore`, and
 * `asyncStore` create one; an object of your own works too.
 */
export interface TokenStore {
  get(): string | null | Promise<string | null>
  set(text: string): void | Promise<void>
  /**
   * Runs `work` while no other user of the stored session (another tab, another process) runs its
   * own. Held while a refresh waits for the network, and for each sign-in and sign-out. Without it,
   * only work on the same object waits for each other.
   */
  lock?<T>(work: () => Promise<T>): Promise<T>
  /**
   * The first key that was proposed for a refresh token, the same for every user of the stored
   * session, however close together they ask: what one of them wrote a moment ago need not be
   * visible to the others yet. Null: the key is unknown.
   */
  keyFor?(refreshToken: string, proposal: string): Promise<string | null>
  /**
   * Calls `listener` when another tab or process changed the text. Returns a function that removes
   * the listener.
   */
  watch?(listener: () => void): () => void
}

/** A session that ends with the process or page. */
export function memoryStore(): TokenStore {
  let kept: string | null = null
  return { get: () => kept, set: (text) => void (kept = text) }
}

/** What Expo's SecureStore, React Native's AsyncStorage, or a keychain offers, by any name. */
export interface AsyncAdapter {
  get(): Promise<string | null | undefined>
  set(text: string): Promise<void>
}

/**
 * A store of one process, such as the secure storage of a phone. Reads it once; later reads come
 * from memory.
 */
export function asyncStore(adapter: AsyncAdapter): TokenStore {
  let kept: Promise<string | null> | null = null
  const read = async () => (await adapter.get()) ?? null
  return {
    get: () =>
      (kept ??= read().catch((error: unknown) => {
        kept = null
        throw error
      })),
    set: (text) => {
      kept = Promise.resolve(text)
      return adapter.set(text)
    },
  }
}

/**
 * A session that all tabs of a website share, in `localStorage`. Scripts of the same origin can
 * read it: serve the page with a strict content security policy. Empty on a server that renders the
 * page, where a sign-in throws: the session would be that of every visitor.
 */
export function localStore(key = 'gatehouse.session'): TokenStore {
  /** What could not be stored (storage full or blocked) lives as long as the page. */
  let unsaved: string | null = null
  const store: TokenStore = {
    get: () => unsaved ?? readItem(key),
    set: (text) => {
      if (typeof window === 'undefined') throw new Error(ONLY_IN_BROWSERS)
      try {
        localStorage.setItem(key, text)
        unsaved = null
      } catch {
        unsaved = text
      }
    },
    lock: (work) => inTurn(store, () => acrossTabs(key, work)),
    keyFor: (refreshToken, proposal) => sharedKey(key, refreshToken, proposal),
    watch: (listener) => {
      // A server that renders the page has no tabs.
      if (typeof addEventListener === 'undefined') return () => undefined
      const onStorage = (event: StorageEvent) => {
        // A null key means that everything was cleared.
        if (event.key === key || event.key === null) listener()
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
  return store
}

const ONLY_IN_BROWSERS =
  'localStore works in browsers only. On a server, create a memoryStore for each session.'

/** Where storage is blocked, even reading throws. */
function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** How long a tab without `navigator.locks` may hold the lock; a crashed tab releases it so. */
const HOLD_MS = 15_000
const POLL_MS = 50

/**
 * Browsers have `navigator.locks` on HTTPS and localhost only. Elsewhere a mark in `localStorage`
 * has to do: two tabs may rarely hold it at once, and the shared key of the refresh then still
 * makes both get the same tokens.
 */
async function acrossTabs<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
  if (locks) return locks.request(`${key}.lock`, work)
  const mark = `${key}.lock`
  const own = newRandomText()
  const since = Date.now()
  for (;;) {
    const [, until] = (readItem(mark) ?? '').split(' ')
    const isFree = !until || Number(until) < Date.now() || Date.now() - since > HOLD_MS
    if (isFree) {
      try {
        localStorage.setItem(mark, `${own} ${Date.now() + HOLD_MS}`)
      } catch {
        return work()
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (isFree && readItem(mark)?.startsWith(own)) break
  }
  try {
    return await work()
  } finally {
    if (readItem(mark)?.startsWith(own)) localStorage.removeItem(mark)
  }
}

const queues = new WeakMap<object, Promise<unknown>>()

/** Runs work for the same owner one after the other. */
export function inTurn<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(owner) ?? Promise.resolve()).then(work, work)
  queues.set(
    owner,
    turn.catch(() => undefined),
  )
  return turn
}
