/** Enough of a refresh token to tell it from others, and useless to anyone who reads it. */
const END_LENGTH = 32

interface Choice {
  token_end: string
  refresh_key: string
}

const KEYS = 'keys'
/** A tab that was frozen may ask for a token that others have already replaced. */
const KEPT = 4
/** A database that does not open must not keep anyone from signing in. */
const TIMEOUT_MS = 2000

/**
 * The key of a refresh token: the proposal of the first tab that asks. `localStorage` cannot decide
 * this: a write of one tab reaches the others with a delay. A transaction of IndexedDB can, and
 * plain HTTP has it too. Null where the browser offers none, as in some private windows.
 */
export async function sharedKey(
  name: string,
  refreshToken: string,
  proposal: string,
): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS)
  })
  try {
    return await Promise.race([chooseKey(name, refreshToken.slice(-END_LENGTH), proposal), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

async function chooseKey(name: string, token_end: string, refresh_key: string): Promise<string> {
  const database = await open(name)
  try {
    const transaction = database.transaction(KEYS, 'readwrite')
    const keys = transaction.objectStore(KEYS)
    const choices = ((await resultOf(keys.get(name))) as Choice[] | undefined) ?? []
    const known = choices.find((choice) => choice.token_end === token_end)
    if (known) return known.refresh_key
    keys.put([{ token_end, refresh_key }, ...choices.slice(0, KEPT - 1)], name)
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('Aborted.'))
    })
    return refresh_key
  } finally {
    database.close()
  }
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(KEYS)
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('Failed.'))
  })
}
