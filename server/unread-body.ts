import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { closeConnection } from '@/server/close-connection'
import { announcesBody, mayBeLarge } from '@/server/request-body'

/** How long the rest of a small body may take to arrive once its request has been answered. */
const REST_WITHIN_MS = 5000

/**
 * Lets a client read the answer to a request whose body was not read: one that was refused by its headers alone. Node would destroy
 * the socket behind the answer and thereby reset the connection under a client that is still sending.
 */
export function outlastUnreadBodies(server: Server): void {
  const latest = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls this behind the last answer of a connection.
    socket.destroySoon = () => {
      if (latest.get(socket)?.complete === false) closeConnection(socket, 'unread_body')
      else destroySoon()
    }
  })
  server.on('request', (req, res) => {
    if (!announcesBody(req)) return void latest.delete(req.socket)
    latest.set(req.socket, req)
    res.once('finish', () => {
      if (!req.complete) awaitRest(req)
    })
  })
}

/** Node discards what is left of a body when its request has been answered, and keeps the connection: that needs an end too. */
function awaitRest(req: IncomingMessage): void {
  const { socket } = req
  if (mayBeLarge(req)) return closeConnection(socket, 'unread_body')
  const timer = setTimeout(() => {
    if (!req.complete) closeConnection(socket, 'unread_body', { wait: false })
  }, REST_WITHIN_MS)
  req.once('close', () => clearTimeout(timer))
}
