import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls `condition` until it returns a truthy value, and returns that. Throws with `what` after
 * `timeoutMs`.
 */
export async function until<T>(
  what: string,
  timeoutMs: number,
  condition: () => Promise<T> | T,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`)
    await sleep(20)
  }
}
