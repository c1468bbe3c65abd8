/** Calls back after so many milliseconds; returns the way to call it off. */
export type After = (ms: number, call: () => void) => () => void

/** The real timer. It keeps no process alive. */
export const realTimer: After = (ms, call) => {
  const timer = setTimeout(call, ms).unref()
  return () => clearTimeout(timer)
}

/** A sleep that can be cut short; a wake that comes while nobody sleeps ends the next sleep at once. */
export function interruptibleNap(after: After) {
  let woken = false
  let end: (() => void) | null = null
  return {
    wake(): void {
      woken = true
      end?.()
    },
    async nap(ms: number): Promise<void> {
      if (!woken)
        await new Promise<void>((resolve) => {
          const callOff = after(ms, resolve)
          end = () => {
            callOff()
            resolve()
          }
        })
      end = null
      woken = false
    },
  }
}
