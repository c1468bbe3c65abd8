import { LRUCache } from 'lru-cache'
import type { Channel } from '@/lib/platform/workers/channel'
import type { Rate, SharedWindows } from '@/lib/protection/rate-limit/shared-windows'
import { SlidingWindow, type Taken } from '@/lib/protection/rate-limit/sliding-window'

const TAKE = 'rate.take'
/**
 * A reload may start workers with another rate (they read `.env` again), which is counted from 0.
 * The windows of older rates are dropped.
 */
const MAX_WINDOWS = 16

interface Question {
  name: string
  rate: Rate
  key: string
}

/** Windows that all workers share, because the primary process counts for them. */
export function openPrimaryWindows(primary: Channel): SharedWindows {
  return {
    window: (name, rate) => (key) => primary.ask<Taken>(TAKE, { name, rate, key }),
    close: () => {},
  }
}

/** In the primary process: returns a function that lets a worker count there. */
export function countForWorkers(): (worker: Channel) => void {
  const windows = new LRUCache<string, SlidingWindow>({ max: MAX_WINDOWS })
  const windowOf = ({ name, rate }: Question) => {
    const key = `${name} ${rate.limit}/${rate.windowSeconds}`
    const known = windows.get(key) ?? new SlidingWindow(rate)
    windows.set(key, known)
    return known
  }
  const take = (question: Question) => windowOf(question).take(question.key, performance.now())
  return (worker) => worker.on(TAKE, (body) => take(body as Question))
}
