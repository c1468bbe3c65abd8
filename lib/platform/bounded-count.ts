/** Lists are counted exactly up to this number. Counting on would cost more than the number is worth. */
export const COUNT_LIMIT = 10_000

/** How many rows a statement has to look at to tell "exactly COUNT_LIMIT" from "more". */
export const COUNT_PROBE = COUNT_LIMIT + 1

/** The size of a list: exactly `count`, or more than `count` where `more` is set. */
export interface BoundedCount {
  count: number
  more: boolean
}

/** What a count that stopped at COUNT_PROBE says. */
export function boundedCount(counted: number): BoundedCount {
  return { count: Math.min(counted, COUNT_LIMIT), more: counted > COUNT_LIMIT }
}
