/** The same message is reported again only after this long: an outage must not fill a log. */
const REPEAT_MS = 60_000
const MAX_REMEMBERED = 100
const MAX_MESSAGE_LENGTH = 1000

export type Report = (message: string, cause?: unknown) => void

/**
 * Calls `onError` with an error of that message, at most once a minute. `steady`: a clock in ms.
 */
export function reportTo(
  onError: ((error: unknown) => unknown) | undefined,
  steady: () => number,
): Report {
  const reportedAt = new Map<string, number>()
  return (text, cause) => {
    const message = text.slice(0, MAX_MESSAGE_LENGTH)
    if (steady() - (reportedAt.get(message) ?? -Infinity) < REPEAT_MS) return
    reportedAt.delete(message)
    reportedAt.set(message, steady())
    if (reportedAt.size > MAX_REMEMBERED) reportedAt.delete([...reportedAt.keys()][0]!)
    // A fault in the callback must not end the process: not from a timer, nor as a rejection.
    void (async () => onError?.(new Error(message, { cause })))().catch(() => undefined)
  }
}

/** Why a request failed. `fetch` says only “fetch failed”; the reason is the innermost cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  // An attempt at several addresses of a host has no message of its own.
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}
