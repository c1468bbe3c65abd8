import type { Server } from 'node:http'
import { followAnswers } from '@/server/open-answers'
import { StartError } from '@/server/start-error'

/** How long requests that have begun may take to end once the service stops. */
const DRAIN_MS = 8000

/** Listens. Throws StartError when the address is taken or not allowed. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`PORT ${port} on ${host} cannot be used: ${reasonOf(error)}`)),
    )
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') return 'another program listens there; set PORT'
  if (error.code === 'EACCES') return 'it is not allowed here'
  return error.message
}

/**
 * Follows the answers of a server, so that it can be stopped in order. Call it before the server has other listeners. The
 * function it gives stops listening, lets requests that have begun end, and closes every connection as soon as it is idle.
 */
export function stoppable(server: Server): () => Promise<void> {
  const open = followAnswers(server)
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const answers of open.values())
      for (const res of answers) if (!res.headersSent) res.setHeader('Connection', 'close')
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
