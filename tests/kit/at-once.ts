import { isDatabaseAway } from '@/lib/platform/db/database-errors'

/**
 * Runs twenty calls at once. Calls that found the database too busy are retried, as clients and
 * jobs do: on a loaded machine, twenty transactions that wait for one row exceed the statement
 * timeout.
 *
 * Different acts don't necessarily overlap: one that hashes a password always comes after one that
 * doesn't. `lineUp` runs them in a given order.
 */
export function twenty<T>(act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 20 }, (_, index) => retryWhenBusy(() => act(index))))
}

/** Retries a call until the database is not too busy for it. */
export async function retryWhenBusy<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isDatabaseAway(error) && !/statement timeout/.test(String(error))) throw error
    }
  }
}

/** How many calls succeeded. */
export const won = (results: { ok: boolean }[]): number => results.filter(({ ok }) => ok).length
