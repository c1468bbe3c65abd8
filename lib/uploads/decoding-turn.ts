import { processSingleton } from '@/lib/config/process-singleton'
import { logger } from '@/lib/platform/logger'
import { overloaded, WorkQueue } from '@/lib/platform/work-queue'
import type { Channel } from '@/lib/platform/workers/channel'
import { primaryChannel } from '@/lib/platform/workers/primary-channel'

const TAKE = 'decoding.take'
const GIVE = 'decoding.give'

const turns = () =>
  new WorkQueue({ concurrency: 1, maxWaiting: 32, certainWaiting: 2, maxWaitSeconds: 20 })

/**
 * Runs `work`, which decodes an image that needs a lot of memory, while no other such work runs in
 * any worker of this instance. Users (`owner`) take turns. Throws RefusedError (`overloaded`), or
 * what `work` throws.
 */
export function inDecodingTurn<T>(work: () => Promise<T>, owner: string): Promise<T> {
  const primary = primaryChannel()
  if (primary) return inTurnWithWorkers(primary, work, owner)
  return processSingleton('decoding-queue', turns).run(work, owner)
}

/** Runs `work` while no other worker of this primary process does. */
export async function inTurnWithWorkers<T>(
  primary: Channel,
  work: () => Promise<T>,
  owner: string,
): Promise<T> {
  const isTaken = await take(primary, owner)
  try {
    return await work()
  } finally {
    if (isTaken) void primary.ask(GIVE).catch(() => undefined)
  }
}

/**
 * Returns whether the turn was granted. During an upgrade, the primary process may be of a version
 * without turns: the worker then continues without one. Throws RefusedError (`overloaded`).
 */
async function take(primary: Channel, owner: string): Promise<boolean> {
  const answer = await primary.ask<'refused' | null>(TAKE, owner).catch((error: unknown) => {
    logger().warn({ reason: (error as Error).message }, 'an image is decoded without a turn')
    return 'unanswered' as const
  })
  if (answer === 'refused') throw overloaded()
  return answer !== 'unanswered'
}

/**
 * In the primary process: returns a function that lets a worker take turns with the others. Its
 * result gives back what a worker holds that has ended.
 */
export function grantDecodingTurns(): (worker: Channel) => () => void {
  const queue = turns()
  return (worker) => {
    const held: (() => void)[] = []
    let hasEnded = false
    const hold = () => new Promise<void>((give) => (hasEnded ? give() : held.push(give)))
    worker.on(TAKE, (owner) => {
      return new Promise<'refused' | null>((answer) => {
        const granted = () => (answer(null), hold())
        queue.run(granted, String(owner)).catch(() => answer('refused'))
      })
    })
    worker.on(GIVE, () => held.shift()?.())
    return () => {
      hasEnded = true
      held.splice(0).forEach((give) => give())
    }
  }
}
