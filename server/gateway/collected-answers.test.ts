import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '@/lib/config/settings'
import { defineRoute } from '@/lib/http/define-route'
import { until } from '@/lib/testing/until'
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
  handle: async ({ query: { name } }) => ({
    status: 200,
    body: { name },
    // Node refuses to send a header with a line break.
    headers: { 'x-name': name.startsWith('broken') ? 'a\nb' : name },
  }),
})

async function listen() {
  const lane = createApiRouter([{ path: PATH, handlers: { GET } }])
  const about = { path: PATH, requestId: 'r', headers: [] }
  const server = createServer((req, res) => lane(gatewayRequestOf(req, res, about)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
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
  const text = await pipelined(await listen(), names)
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(100)
  expect([...text.matchAll(/\{"name":"(\w+)"\}/g)].map(([, name]) => name)).toEqual(names)
})

it('fails only the answer that cannot be written', async () => {
  const text = await pipelined(await listen(), ['a', 'broken', 'b', 'broken2', 'c'])
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', '500', '200', '500', '200'])
})

it('serves the others when a client leaves before its answer is written', async () => {
  const port = await listen()
  const gone = connect(port, '127.0.0.1')
  gone.on('error', () => undefined)
  await once(gone, 'connect')
  gone.write(`GET ${PATH}?name=gone HTTP/1.1\r\nHost: x\r\n\r\n`)
  gone.resetAndDestroy()
  await until('the connection is gone', 5000, () => gone.closed)
  expect(await pipelined(port, ['a', 'b'])).toContain('{"name":"b"}')
})
