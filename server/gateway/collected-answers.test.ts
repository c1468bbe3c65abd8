import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '@/lib/config/settings'
import { defineRoute } from '@/lib/http/define-route'
import { until } from '@/tests/kit/until'
import { createApiRouter } from '@/server/gateway/api-router'
import { gatewayRequestOf } from '@/server/gateway/inbound-request'

loadSettings({})
const PATH = '/api/v1/test'

const GET = defineRoute({
  operationId: 'getTest',
  tag: 'Service',
  summary: 'Repeats the name',
  access: 'public',
  query: z.object({ name: z.string() }),
  responses: { 200: z.object({ name: z.string() }) },
  handle: async ({ query: { name } }) => {
    await held.get(name)
    return {
      status: 200,
      body: { name },
      // Node refuses to send a header with a line break.
      headers: { 'x-name': name.startsWith('broken') ? 'a\nb' : name },
    }
  },
})

/** What the requests with these names wait for before they are answered. */
const held = new Map<string, Promise<void>>()

async function listen() {
  const router = createApiRouter([{ path: PATH, handlers: { GET } }])
  const about = { path: PATH, requestId: 'r', headers: [] }
  const arrived: IncomingMessage[] = []
  const server = createServer((req, res) => {
    arrived.push(req)
    router(gatewayRequestOf(req, res, about))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, arrived }
}

/** Sends requests in one packet over one connection; returns what came back when it closed. */
async function pipelined(port: number, names: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const line = (name: string) => `GET ${PATH}?name=${name} HTTP/1.1\r\nHost: x\r\n`
  const last = names.length - 1
  socket.write(
    names
      .map((name, i) => `${line(name)}${i === last ? 'Connection: close\r\n' : ''}\r\n`)
      .join(''),
  )
  let text = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString()
  return text
}

it('answers a hundred requests of one turn, each with its own answer and in order', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `n${i}`)
  const { port } = await listen()
  const text = await pipelined(port, names)
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(100)
  expect([...text.matchAll(/\{"name":"(\w+)"\}/g)].map(([, name]) => name)).toEqual(names)
})

it('fails only the answer that cannot be written', async () => {
  const { port } = await listen()
  const text = await pipelined(port, ['a', 'broken', 'b', 'broken2', 'c'])
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', '500', '200', '500', '200'])
})

it('serves the others when a client leaves before its answer is written', async () => {
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  for (const name of ['gone', 'stays']) held.set(name, gate)
  const { port, arrived } = await listen()
  const gone = connect(port, '127.0.0.1')
  gone.on('error', () => undefined)
  gone.write(`GET ${PATH}?name=gone HTTP/1.1\r\nHost: x\r\n\r\n`)
  await until('its request has arrived', 5000, () => arrived.length === 1)
  const other = pipelined(port, ['stays'])
  await until('the other request has arrived', 5000, () => arrived.length === 2)
  gone.resetAndDestroy()
  await until('the connection is gone', 5000, () => arrived[0]!.destroyed)
  // Both are written in one turn, in the order of their arrival.
  answer()
  expect(await other).toContain('{"name":"stays"}')
})
