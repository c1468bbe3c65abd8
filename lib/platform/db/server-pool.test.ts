import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openServerPool } from '@/lib/platform/db/server-pool'

const authentication = (kind: number, body: string) => {
  const message = Buffer.alloc(9 + Buffer.byteLength(body))
  message.write('R')
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt32BE(kind, 5)
  message.write(body, 9)
  return message
}
const SASL = 10
const SASL_CONTINUE = 11

/** A server that asks each client for its password (SCRAM-SHA-256) and then waits. */
async function startAskingServer(): Promise<{ url: string; connected: Promise<Socket> }> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(authentication(SASL, 'SCRAM-SHA-256\0\0'))
      socket.once('data', (first: Buffer) => {
        const nonce = /r=([^,]+)$/.exec(first.toString())![1]!
        socket.write(authentication(SASL_CONTINUE, `r=${nonce}ours,s=c2FsdA==,i=4096`))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const connected = once(server, 'connection').then(([socket]) => socket as Socket)
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://ada@127.0.0.1:${port}/gatehouse`, connected }
}

it('says that the address lacks a password, and leaves no connection open that would keep a command from ending', async () => {
  const { url, connected } = await startAskingServer()
  const { pool, close } = openServerPool(url)
  await expect(pool.query('SELECT 1')).rejects.toThrow('has none: add it')
  const socket = await connected
  if (!socket.closed) await once(socket, 'close')
  await close()
})
