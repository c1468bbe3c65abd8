const KEY = Symbol.for('gatehouse')

/**
 * The values of this process. Found once per copy of this module: some are read many times per
 * request, and looking one up in the global object costs several times as much.
 */
const values = ((globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>)[KEY] ??=
  new Map<string, unknown>())

/**
 * One value per process, across module graphs: the custom server's bundle and Next's bundles load
 * their own copies of every module, so a module-level singleton would exist twice.
 */
export function processSingleton<T extends NonNullable<unknown>>(name: string, make: () => T): T {
  const known = values.get(name) as T | undefined
  if (known !== undefined) return known
  const made = make()
  values.set(name, made)
  return made
}

/** Drops the stored value, so that a test can start over. */
export function resetSingleton(name: string): void {
  values.delete(name)
}

/** Drops all stored values, as a new process would have none (tests only). */
export function resetAllSingletons(): void {
  values.clear()
}
