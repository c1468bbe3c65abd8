import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { LiveCaller } from '@/lib/http/live-caller'
import { newId } from '@/lib/platform/ids'
import { until } from '@/tests/kit/until'
import { openPlainEndpoint } from '@/server/live/plain-websocket'
import { openSocketIoEndpoint } from '@/server/live/socket-io'

const WITHIN_MS = 10_000
const TEXT = 1
const CONTINUATION = 0
const CLOSE = 8
const PING = 9
const PONG = 10
const SOCKET_IO = '/api/v1/ws?EIO=4&transport=websocket'

/** Bytes of a frame from a client. Its mask is zero, so the payload is legible. */
function frame(opcode: number, payload = '', fin = true): Buffer {
  return Buffer.concat([
    Buffer.from([(fin ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]),
    Buffer.from(payload),
  ])
}

/** A server that admits everyone, with the sockets it accepted. */
async function serve(kind: 'plain' | 'Socket.IO') {
  const on = { opened: () => {}, closed: () => {} }
  const socketIo = kind === 'plain' ? null : openSocketIoEndpoint('api', on)
  const endpoint = socketIo ?? openPlainEndpoint(on)
  const caller: LiveCaller = {
    ...{ userId: newId(), credential: 'session', credentialId: newId(), generation: 0 },
    ...{ accessVersion: 'v1', endsAt: null },
  }
  const server = createServer((req, res) =>
    socketIo?.request(req, res, { caller, claimed: false, leave: () => {} }),
  )
  const accepted: Socket[] = []
  server.on('upgrade', (req, socket, head) => {
    accepted.push(socket as Socket)
    endpoint.upgrade(req, socket, head, { caller, claimed: false, leave: () => {} })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    await socketIo?.close()
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, accepted }
}

/** Opens a WebSocket whose frames the test writes itself. */
async function open(port: number, path: string) {
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  let received = Buffer.alloc(0)
  let isOver = false
  socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  socket.on('error', () => undefined).on('close', () => (isOver = true))
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  await until('the handshake', WITHIN_MS, () => received.includes('\r\n\r\n'))
  return {
    send: (...frames: Buffer[]) => void socket.write(Buffer.concat(frames)),
    /** The code of the close frame, the last one that the server sends; null without one. */
    closeCode: () => {
      const at = received.findLastIndex((byte, i) => byte === (0x80 | CLOSE) && i > 1)
      return at === -1 || at + 4 > received.length ? null : received.readUInt16BE(at + 2)
    },
    isOver: () => isOver,
  }
}

const kinds = [
  ['plain', '/api/v1/ws'],
  ['Socket.IO', SOCKET_IO],
] as const
const floods = [
  ['pongs', frame(PONG)],
  ['pings', frame(PING)],
] as const

it.each(
  kinds.flatMap(([kind, path]) => floods.map(([what, one]) => [what, kind, path, one] as const)),
)('ends a flood of %s over %s, and reads none of the rest', async (_, kind, path, one) => {
  const { port, accepted } = await serve(kind)
  const client = await open(port, path)
  client.send(...Array<Buffer>(50).fill(one))
  // Each write is read only if the server still reads: it stops far before the end.
  const block = Buffer.concat(Array<Buffer>(10_000).fill(one))
  for (let i = 0; i < 200; i++) client.send(block)
  await until('the close frame', WITHIN_MS, () => client.closeCode() === 1008)
  await until('the end', WITHIN_MS, client.isOver)
  expect(accepted[0]!.bytesRead).toBeLessThan(1_000_000)
})

it.each(kinds)(
  'ends a message in more than 16 fragments over %s, each of which would keep 64 kB of memory',
  async (kind, path) => {
    const { port } = await serve(kind)
    const allowed = await open(port, path)
    const parts = (count: number) => Array<Buffer>(count).fill(frame(CONTINUATION, 'a', false))
    allowed.send(frame(TEXT, '', false), ...parts(15), frame(PONG))
    const client = await open(port, path)
    client.send(frame(TEXT, '', false), ...parts(15), frame(PONG), ...parts(1))
    await until('the close frame', WITHIN_MS, () => client.closeCode() === 1008)
    expect([allowed.closeCode(), allowed.isOver()]).toEqual([null, false])
  },
)

it('ends a flood on a WebSocket that Socket.IO has not upgraded to yet', async () => {
  const { port } = await serve('Socket.IO')
  const polled = await fetch(`http://127.0.0.1:${port}/api/v1/ws?EIO=4&transport=polling`)
  const { sid } = JSON.parse((await polled.text()).slice(1)) as { sid: string }
  const client = await open(port, `${SOCKET_IO}&sid=${sid}`)
  client.send(...Array<Buffer>(51).fill(frame(PONG)))
  await until('the close frame', WITHIN_MS, () => client.closeCode() === 1008)
})
