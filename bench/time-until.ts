const GIVE_UP_MS = 10_000

/**
 * Milliseconds from `start` until `condition` holds. Asks again at once: a pause would be part of
 * the result. Throws with `what` after ten seconds.
 */
export async function timeUntil(
  what: string,
  start: number,
  condition: () => Promise<boolean>,
): Promise<number> {
  while (!(await condition()))
    if (performance.now() - start > GIVE_UP_MS)
      throw new Error(`waited ${GIVE_UP_MS} ms in vain: ${what}`)
  return performance.now() - start
}
