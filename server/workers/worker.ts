import cluster from 'node:cluster'
import type { Channel } from '@/lib/platform/workers/channel'
import { openPrimaryChannel, setWorkerCount } from '@/lib/platform/workers/primary-channel'
import { type RelayPlace, setRelayPlace } from '@/server/live/relay-place'

/** The argument of a process that the primary process started. */
export const WORKER_FLAG = '--worker'

export const BEGIN = 'worker.begin'
export const READY = 'worker.ready'
export const STOP = 'worker.stop'

/** What a worker learns when it starts. */
export interface Beginning extends RelayPlace {
  workers: number
  /** Whether it announces the service, with the link that creates the first administrator. */
  announces: boolean
}

export interface WorkerLink {
  beginning: Beginning
  channel: Channel
}

/** Connects this process to its primary process, which may ask it to stop from then on. */
export async function joinPrimary(onStop: (graceMs: number) => void): Promise<WorkerLink> {
  const channel = openPrimaryChannel()
  channel.on(STOP, (body) => onStop((body as { graceMs: number }).graceMs))
  const beginning = await channel.ask<Beginning>(BEGIN)
  setWorkerCount(beginning.workers)
  setRelayPlace(beginning)
  return { beginning, channel }
}

export function isWorker(): boolean {
  return cluster.isWorker && process.argv.includes(WORKER_FLAG)
}
