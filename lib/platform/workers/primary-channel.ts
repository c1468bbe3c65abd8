import { processSingleton } from '@/lib/config/process-singleton'
import { Channel } from '@/lib/platform/workers/channel'

interface Place {
  channel: Channel
  /** How many workers there are, this one included. */
  workers: number
}

const holder = () =>
  processSingleton<{ place: Place | null }>('primary-channel', () => ({ place: null }))

/** Connects this worker to the primary process that started it. */
export function openPrimaryChannel(): Channel {
  const channel = new Channel((message) => {
    if (!process.connected) return false
    process.send!(message, undefined, undefined, () => undefined)
    return true
  })
  process.on('message', (message) => channel.receive(message))
  process.on('disconnect', () => channel.end())
  holder().place = { channel, workers: 1 }
  return channel
}

export function setWorkerCount(workers: number): void {
  const { place } = holder()
  if (place) place.workers = workers
}

/** The primary process, if this process is one of several workers; else null. */
export function primaryChannel(): Channel | null {
  return holder().place?.channel ?? null
}

/** This process's share of something that all workers have together, such as cores; at least 1. */
export function shareOfWorker(total: number): number {
  return Math.max(1, Math.round(total / (holder().place?.workers ?? 1)))
}
