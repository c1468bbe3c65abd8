import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { webhookHandler as withExpress } from '../src/express.js'
import { webhookHandler as withHono } from '../src/hono.js'
import type { Guard } from '../src/index.js'
import { MAX_WEBHOOK_BYTES } from '../src/webhook.js'
import { stage } from './gatehouse-stand-in.js'

const SIZE = MAX_WEBHOOK_BYTES * 8

const listeners = {
  Express: (guard: Guard) => express().post('/', withExpress(guard)),
  Hono: (guard: Guard) => getRequestListener(new Hono().post('/', withHono(guard)).fetch),
}

/** Sends a webhook of that many bytes, and returns the answer when the connection is closed. */
async function send(listener: Parameters<typeof createServer>[1], bytes: number): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n`)
  socket.write(Buffer.alloc(bytes))
  await once(socket, 'close')
  return answer
}

it.each(Object.entries(listeners))(
  'a body that is too large is answered, then its connection is closed: %s',
  async (_, newListener) => {
    const { guard } = await stage()
    const answer = await send(newListener(guard) as never, MAX_WEBHOOK_BYTES * 2)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('body_too_large')
  },
)
