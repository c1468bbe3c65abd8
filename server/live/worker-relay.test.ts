import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { parseAnswer, RawConnection, rawRequest } from '@/tests/kit/raw-request'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'
import { setRelayPlace, socketOf } from '@/server/live/relay-place'
import { endRelayed, relayPoll, relayUpgrade } from '@/server/live/worker-relay'

const WITHIN_MS = 5000
const HOST = 'Host: localhost'
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n\r\n`
const inChunks = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
const folder = temporaryFolder()

/** Another worker. Answers each request with its method, path, and body, and accepts upgrades. */
async function openWorker(workerId: number) {
  const connections: Socket[] = []
  const seen: string[] = []
  const server = createServer((req, res) => {
    seen.push(req.url!)
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => res.end(`${req.method} ${req.url} ${body}`))
  })
  server.on('connection', (socket) => connections.push(socket))
  server.on('upgrade', (_req, socket) => {
    socket.resume().once('end', () => socket.end())
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  })
  const path = socketOf(folder, workerId)
  await new Promise<void>((done) => server.listen(path, done))
  onTestFinished(() => void server.close())
  return { path, connections, seen }
}

/** A server that passes every request on. */
async function openRelaying(path: string): Promise<number> {
  return openServer((req, res) => void relayPoll(path, [req, res], () => res.writeHead(502).end()))
}

async function openServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('passes the body of a POST on whole, however its length is known', async () => {
  const port = await openRelaying((await openWorker(1)).path)
  const post = (framing: string, body: string) =>
    rawRequest(port, ['POST /poll HTTP/1.1', HOST, framing], body)
  expect((await post('Content-Length: 5', 'hello')).body).toBe('POST /poll hello')
  expect((await post('Transfer-Encoding: chunked', inChunks('hello'))).body).toContain('hello')
})

it('passes on no body of a GET, which the other worker would take for the next request', async () => {
  const { path, connections, seen } = await openWorker(2)
  const port = await openRelaying(path)
  const first = ['GET /poll HTTP/1.1', HOST, 'Transfer-Encoding: chunked']
  expect((await rawRequest(port, first, inChunks(SMUGGLED))).body).toBe('GET /poll ')
  expect((await rawRequest(port, ['GET /other HTTP/1.1', HOST])).body).toBe('GET /other ')
  expect(seen).toEqual(['/poll', '/other'])
  expect(connections).toHaveLength(2)
})

/** Another worker, in a thread: it answers while this one is busy, or is busy itself at first. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { path, backlog, busyMs } = workerData
  const server = require('node:http').createServer((req, res) => {
    req.resume().once('end', () => res.end('answered'))
  })
  server.listen({ path, backlog }, () => {
    parentPort.postMessage('listening')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
  })
`

async function openThread(workerId: number, { backlog = 511, busyMs = 0 } = {}): Promise<number> {
  const path = socketOf(folder, workerId)
  const thread = new Worker(THREAD, { eval: true, workerData: { path, backlog, busyMs } })
  onTestFinished(() => void thread.terminate())
  // The socket's file exists before connections to it are accepted.
  await once(thread, 'message')
  return openRelaying(path)
}

const postTo = (port: number) =>
  rawRequest(port, ['POST /poll HTTP/1.1', HOST, 'Content-Length: 5'], 'hello')

it('passes on every answer, although the other worker gives it at once', async () => {
  const port = await openThread(6)
  for (let n = 0; n < 50; n++) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => postTo(port)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  }
})

it('passes on every request, although the other worker is too busy to accept connections', async () => {
  const port = await openThread(7, { backlog: 1, busyMs: 500 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => postTo(port)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

it('does not let a client wait for the rest of an answer after the other worker is gone', async () => {
  const path = socketOf(folder, 8)
  const cutting = createServer((req, res) => {
    res.writeHead(200, { 'content-length': 10 }).write('half', () => req.socket.destroy())
  })
  await new Promise<void>((done) => cutting.listen(path, done))
  onTestFinished(() => void cutting.close())
  const client = new RawConnection(await openRelaying(path))
  const received = await client.send(`GET /poll HTTP/1.1\r\n${HOST}\r\n\r\n`).untilClosed()
  expect(parseAnswer(received)).toMatchObject({ status: 200, body: 'half' })
})

async function openGateway() {
  setRelayPlace({ workerId: 3, folder })
  return openTestGateway({ pages: async (_req, res) => void res.end() })
}

it('refuses a GET with a body', async () => {
  const gateway = await openGateway()
  const lines = ['GET /api/v1/ws?EIO=4&transport=polling&sid=4-x HTTP/1.1', HOST]
  for (const [framing, body] of [
    ['Transfer-Encoding: chunked', inChunks(SMUGGLED)],
    [`Content-Length: ${SMUGGLED.length}`, SMUGGLED],
  ] as const) {
    const answer = await rawRequest(gateway.port, [...lines, framing], body)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'bad_request' })
  }
  await gateway.close()
})

it('refuses a post whose body arrives too slowly', async () => {
  const gateway = await openGateway()
  const { connections } = await openWorker(4)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = new RawConnection(gateway.port).send(
    [
      'POST /api/v1/ws?EIO=4&transport=polling&sid=4-x HTTP/1.1',
      HOST,
      'Expect: 100-continue',
      'Content-Length: 10',
      '\r\n',
    ].join('\r\n'),
  )
  await once(client.socket, 'data')
  client.send('half')
  vi.advanceTimersByTime(30_000)
  expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 100 [^]*HTTP\/1\.1 408 /)
  for (const socket of connections) if (!socket.destroyed) await once(socket, 'close')
  await gateway.close()
})

it('ends a WebSocket that is at another worker, so that this worker can stop', async () => {
  const gateway = await openGateway()
  const { connections } = await openWorker(4)
  const client = new RawConnection(gateway.port).send(
    [
      'GET /api/v1/ws?EIO=4&transport=websocket&sid=4-x HTTP/1.1',
      HOST,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  await until('it is open', WITHIN_MS, () => parseAnswer(client.received()).status === 101)
  const at = performance.now()
  await gateway.close()
  expect(performance.now() - at).toBeLessThan(WITHIN_MS)
  await client.untilClosed()
  await until('the other worker knows', WITHIN_MS, () => connections[0]!.destroyed)
})

it('ends a WebSocket that is still being passed on to another worker', async () => {
  const { path } = await openWorker(5)
  const [socket, unreachable] = [new PassThrough(), vi.fn()]
  const headers = { host: 'localhost', connection: 'Upgrade', upgrade: 'websocket' }
  const req = { url: '/api/v1/ws', headers } as IncomingMessage
  void relayUpgrade(path, { req, socket, head: Buffer.alloc(0) }, unreachable)
  endRelayed()
  await until('it is closed', WITHIN_MS, () => socket.destroyed)
  expect(unreachable).not.toHaveBeenCalled()
})
