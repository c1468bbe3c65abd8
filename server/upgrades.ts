import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { readTarget } from '@/server/request-target'

/**
 * Sends upgrade requests to the one server that owns their path. Every protocol is attached to a server that never
 * listens, because each would otherwise claim or kill what is not its own (Next ends unknown upgrades, engine.io matches
 * prefixes). What nobody owns is a 404.
 */
export function dispatchUpgrades(owners: { owns(path: string): boolean; server: Server }[]) {
  return (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const target = readTarget(req.url ?? '')
    const owner = target.kind === 'path' ? owners.find(({ owns }) => owns(target.path)) : undefined
    if (!owner?.server.emit('upgrade', req, socket, head))
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  }
}
