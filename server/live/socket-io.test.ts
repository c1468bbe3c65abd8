import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '@/lib/platform/ids'
import { until } from '@/tests/kit/until'
import type { LiveSocket } from '@/server/live/live-socket'
import { openSocketIoEndpoint } from '@/server/live/socket-io'

const WITHIN_MS = 5000

/** An endpoint that admits everyone, behind an HTTP server. */
function open() {
  const opened: LiveSocket[] = []
  let left = 0
  const endpoint = openSocketIoEndpoint('api', {
    opened: (socket) => opened.push(socket),
    closed: () => left++,
  })
  const caller = {
    ...{ userId: newId(), credential: 'session' as const, credentialId: newId(), generation: 0 },
    ...{ accessVersion: 'v1', endsAt: null },
  }
  const server: Server = createServer()
  server.on('upgrade', (req, socket, head) =>
    endpoint.upgrade(req, socket, head, { caller, claimed: false, leave: () => {} }),
  )
  return { server, endpoint, opened, left: () => left }
}

let here: ReturnType<typeof open>
beforeEach(async () => {
  here = open()
  await new Promise<void>((resolve) => here.server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await here.endpoint.close()
  here.server.closeAllConnections()
  here.server.close()
})

/** A client that speaks the protocol by hand. */
async function connect() {
  const { port } = here.server.address() as AddressInfo
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws?EIO=4&transport=websocket`)
  const got: string[] = []
  let ended = false
  ws.on('message', (data: Buffer) => got.push(data.toString()))
  ws.on('close', () => (ended = true)).on('error', () => undefined)
  await until('the handshake', WITHIN_MS, () => got.some((text) => text.startsWith('0')))
  return { ws, got, ended: () => ended }
}

describe('a Socket.IO connection', () => {
  it('is one subscriber: a client that joins again is cut off', async () => {
    const { ws, ended } = await connect()
    for (let n = 0; n < 20; n++) ws.send('40')
    await until('the end of the connection', WITHIN_MS, ended)
    expect(here.opened).toHaveLength(1)
    await until('its end is known', WITHIN_MS, () => here.left() === 1)
  })

  it('is cut off if the client sends nothing for 45 s, even if engine.io expects no pong', async () => {
    const { ws, ended } = await connect()
    ws.send('40')
    await until('it has joined', WITHIN_MS, () => here.opened.length === 1)
    const [live] = here.opened
    const joinedAt = performance.now()
    live!.beat(joinedAt + 40_000)
    ws.send('3')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ended()).toBe(false)
    live!.beat(performance.now() + 46_000)
    await until('the end of the connection', WITHIN_MS, ended)
  })
})
