/** A function that calls `work` only the first time, and then returns the same promise. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null
  return () => (started ??= work())
}
