const PREFIX = 'gatehouse.'
const keys = new Map<string, symbol>()

/** The global symbol of a name, cached because some values are read many times per request. */
function keyOf(name: string): symbol {
  let key = keys.get(name)
  if (!key) keys.set(name, (key = Symbol.for(PREFIX + name)))
  return key
}

/**
 * One value per process, across module graphs: the custom server's bundle and Next's bundles load
 * their own copies of every module, so a module-level singleton would exist twice.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, T | undefined>
  return (store[keyOf(name)] ??= make())
}

/** Drops the stored value, so that a test can start over. */
export function resetSingleton(name: string): void {
  const store = globalThis as unknown as Record<symbol, unknown>
  delete store[keyOf(name)]
}
