import { processSingleton } from '@/lib/config/process-singleton'
import { logger } from '@/lib/platform/logger'
import { WorkQueue } from '@/lib/platform/work-queue'
import type { Channel } from '@/lib/platform/workers/channel'
import { primaryChannel } from '@/lib/platform/workers/primary-channel'

const TAKE = 'decoding.take'
const GIVE = 'decoding.give'

const queue = () =>
  processSingleton(
    'decoding-queue',
    () => new WorkQueue({ concurrency: 1, maxWaiting: 2, certainWaiting: 2, maxWaitSeconds: 20 }),
  )

/**
 * Runs `work`, the decoding of an image that needs much memory, while no other runs in this
 * instance, which may have several workers. Throws RefusedError (`overloaded`), or what `work`
 * throws.
 */
export function inDecodingTurn<T>(work: () => Promise<T>): Promise<T> {
  return queue().run(() => {
    const primary = primaryChannel()
    return primary ? inTurnWithWorkers(primary, work) : work()
  })
}

/** Runs `work` while no other worker of this primary process does. */
export async function inTurnWithWorkers<T>(primary: Channel, work: () => Promise<T>): Promise<T> {
  const isTaken = await take(primary)
  try {
    return await work()
  } finally {
    if (isTaken) void primary.ask(GIVE).catch(() => undefined)
  }
}

/** Without an answer this worker goes on: a primary process of an earlier version grants no turns. */
async function take(primary: Channel): Promise<boolean> {
  try {
    await primary.ask(TAKE)
    return true
  } catch (error) {
    logger().warn({ reason: (error as Error).message }, 'an image is decoded without a turn')
    return false
  }
}

/**
 * In the primary process: returns a function that lets a worker take turns with the others, in the
 * order in which they ask. Its result gives back what a worker holds that has ended.
 */
export function grantDecodingTurns(): (worker: Channel) => () => void {
  let last: Promise<void> = Promise.resolve()
  return (worker) => {
    const held: (() => void)[] = []
    worker.on(TAKE, () => {
      const before = last
      last = new Promise<void>((give) => held.push(give)).then(() => before)
      return before
    })
    worker.on(GIVE, () => held.shift()?.())
    return () => held.splice(0).forEach((give) => give())
  }
}
