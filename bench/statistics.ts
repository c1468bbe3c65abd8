/** The value that a share of all does not exceed: 0.99 for the 99th percentile. Throws on none. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('nothing was measured')
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** What is reported of delays. */
export interface Spread {
  p50: number
  p99: number
}

export function spreadOf(values: readonly number[]): Spread {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) }
}
