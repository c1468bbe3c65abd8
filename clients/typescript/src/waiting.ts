/** Resolves after `ms`; rejects with the signal's reason when the caller gives up. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal))
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(reasonOf(signal!))
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Waits for work that others share: giving up ends the wait, not the work. */
export function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(reasonOf(signal))
    if (signal.aborted) {
      // No one else may be waiting for it.
      work.catch(() => undefined)
      return stop()
    }
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A signal that also aborts after `ms`. `AbortSignal.any` is missing in React Native. */
export function withDeadline(ms: number, signal?: AbortSignal | null) {
  const controller = new AbortController()
  let expired = false
  const stop = () => controller.abort(reasonOf(signal!))
  const timer = setTimeout(() => {
    expired = true
    controller.abort()
  }, ms)
  if (signal?.aborted) stop()
  else signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    isExpired: () => expired,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}

/** What the caller aborted with. React Native has neither reasons nor `DOMException`. */
export function reasonOf(signal: AbortSignal): Error {
  // Usually an error; any other reason is thrown as it is.
  const reason = signal.reason as Error | undefined
  return reason === undefined ? Object.assign(new Error('Aborted'), { name: 'AbortError' }) : reason
}

/** A growing delay, randomized so that clients do not come back at the same moment. */
export function backoff(attempt: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2)
}
