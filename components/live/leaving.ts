/**
 * When the page was last about to be left, in milliseconds. A download also fires `beforeunload`
 * but leaves no page, so it counts only for some seconds.
 */
let leftAt = -Infinity
const LEAVING_MS = 10_000
if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', () => void (leftAt = performance.now()))

/** Whether another page is loading. */
export function isLeaving(): boolean {
  return performance.now() - leftAt < LEAVING_MS
}
