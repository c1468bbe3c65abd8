import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { withoutClientSlash } from '@/server/hub/paths'
import { readTarget } from '@/server/request-target'

/** Takes upgrade requests of some paths. */
export interface UpgradeOwner {
  owns(path: string): boolean
  /** False: it is nobody's after all. */
  take(req: IncomingMessage, socket: Duplex, head: Buffer, path: string): boolean
}

/**
 * Sends upgrade requests to the one that owns their path, because each protocol would otherwise claim or kill what is not its
 * own (Next ends unknown upgrades, engine.io matches prefixes). What nobody owns is a 404.
 */
export function dispatchUpgrades(owners: readonly UpgradeOwner[]) {
  return (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const target = readTarget(withoutClientSlash(req.url ?? ''))
    const path = target.kind === 'path' ? target.path : null
    const owner = path === null ? undefined : owners.find(({ owns }) => owns(path))
    if (!owner?.take(req, socket, head, path!))
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  }
}
