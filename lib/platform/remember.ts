const PREFIX = 'gatehouse.'

/**
 * One value per process, whichever module graph asks: the custom server's bundle and Next's bundles load their own copies
 * of every module, so a module-level singleton would exist twice.
 */
export function remember<T>(name: string, make: () => T): T {
  const key = Symbol.for(PREFIX + name)
  const store = globalThis as unknown as Record<symbol, T | undefined>
  return (store[key] ??= make())
}

/** Drops a remembered value, so that a test can start over. */
export function forget(name: string): void {
  const store = globalThis as unknown as Record<symbol, unknown>
  delete store[Symbol.for(PREFIX + name)]
}
