import { describeError } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'

const POLL_MS = 1000
const LONGEST_BACKOFF_MS = 4000
const STOP_WAIT_MS = 5000

export interface PollLoop {
  /** Polls now instead of at the next interval. */
  wake(): void
  /** Starts no further round and waits for running work, 5 s at most. May be called again. */
  stop(withinMs?: number): Promise<void>
}

/**
 * Calls `round` at once, every second, and when woken. While the database is unavailable it polls
 * less often, logs that once, and recovers by itself. `running` is the work that rounds started.
 */
export function startPollLoop(
  { worker, round, running }: PolledWork,
  after: After = realTimer,
): PollLoop {
  const { wake, sleep } = interruptibleSleep(after)
  let stopping = false

  async function loop(): Promise<void> {
    let failures = 0
    while (!stopping) {
      try {
        await round()
        if (failures > 0) logger().info(`${worker} reaches the database again`)
        failures = 0
      } catch (error) {
        if (++failures === 1)
          logger().warn({ reason: describeError(error) }, `${worker} cannot reach its table`)
      }
      await sleep(
        failures > 0 ? Math.min(POLL_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS) : POLL_MS,
      )
    }
  }

  const looping = loop()
  return {
    wake,
    async stop(withinMs = STOP_WAIT_MS) {
      stopping = true
      wake()
      const ended = looping.then(() => Promise.all(running()))
      let cancelTimeout = () => {}
      const timeUp = new Promise<void>((resolve) => (cancelTimeout = after(withinMs, resolve)))
      await Promise.race([ended, timeUp])
      cancelTimeout()
    },
  }
}

interface PolledWork {
  /** The subject of the log messages. */
  worker: string
  round(): Promise<void>
  running(): Promise<void>[]
}

/** Calls back after the given milliseconds; returns a function that cancels. */
export type After = (ms: number, call: () => void) => () => void

/** The real timer. It does not keep the process alive. */
const realTimer: After = (ms, call) => {
  const timer = setTimeout(call, ms).unref()
  return () => clearTimeout(timer)
}

/** A sleep that can be interrupted; a wake while nothing sleeps ends the next sleep at once. */
function interruptibleSleep(after: After) {
  let woken = false
  let end: (() => void) | null = null
  return {
    wake(): void {
      woken = true
      end?.()
    },
    async sleep(ms: number): Promise<void> {
      if (!woken)
        await new Promise<void>((resolve) => {
          const cancel = after(ms, resolve)
          end = () => {
            cancel()
            resolve()
          }
        })
      end = null
      woken = false
    },
  }
}
