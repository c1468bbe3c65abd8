import { join } from 'node:path'
import { processSingleton } from '@/lib/config/process-singleton'

/** The worker that opened a Socket.IO connection is the number in front of its `sid`. */
const SID = /^(\d{1,9})-/
/** This worker, and the folder with the sockets on which workers pass connections to each other. */
export interface RelayPlace {
  workerId: number
  /** A folder that only this user can enter, for one socket per worker. */
  folder: string
}

const holder = () =>
  processSingleton<{ place: RelayPlace | null }>('relay', () => ({ place: null }))

/** Sets this process's worker. Each new `sid` then begins with its number. */
export function setRelayPlace(place: RelayPlace): void {
  holder().place = place
}

/** What a `sid` made by this process starts with. */
export function sidPrefix(): string {
  const { place } = holder()
  return place ? `${place.workerId}-` : ''
}

/**
 * The socket of the worker that opened the connection with this `sid`; null if that is this process
 * or no worker. A client that polls may reach any worker with each request.
 */
export function relayFor(sid: string): string | null {
  const { place } = holder()
  const owner = SID.exec(sid)?.[1]
  if (!place || owner === undefined || Number(owner) === place.workerId) return null
  return socketOf(place.folder, owner)
}

/** The socket of a worker. */
export function socketOf(folder: string, workerId: string | number): string {
  return join(folder, `${workerId}.sock`)
}
