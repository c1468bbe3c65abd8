/** A function that calls `work` only the first time, and then returns the same result. */
export function once<T>(work: () => T): () => T {
  let first: { result: T } | null = null
  return () => (first ??= { result: work() }).result
}
