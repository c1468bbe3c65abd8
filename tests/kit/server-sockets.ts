import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'

const CHANNEL = 'net.server.socket'

/** The server side of connections made to `port` of this process from now until the test ends. */
export function serverSockets(port: number): readonly Socket[] {
  const sockets: Socket[] = []
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (socket.localPort === port) sockets.push(socket)
  }
  subscribe(CHANNEL, onSocket)
  onTestFinished(() => void unsubscribe(CHANNEL, onSocket))
  return sockets
}
