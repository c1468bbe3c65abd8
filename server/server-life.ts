import type { Server } from 'node:http'
import { StartError } from '@/server/start-error'

/** How long requests that have begun may take to end once the service stops. */
const DRAIN_MS = 8000

/** Listens. Throws StartError when the address is taken or not allowed. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`PORT ${port} on ${host} can not be used: ${reasonOf(error)}`)),
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

/** Stops listening, lets requests that have begun end, and closes every connection as soon as it is idle. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  server.closeIdleConnections()
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
