import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { webhookHandler as withExpress } from '../src/express.js'
import { webhookHandler as withHono } from '../src/hono.js'
import type { Guard } from '../src/index.js'
import { signedWebhook, stage, WEBHOOK_SECRET } from './gatehouse-stand-in.js'

type Listener = (...request: never[]) => unknown

const JSON_TYPE = 'application/json'

const ADVICE =
  'The webhook receiver needs the raw body. Mount it before body parsers, or with one that keeps the bytes.'

const signed = () =>
  signedWebhook({ type: 'session.revoked', data: { session_id: 's', user_id: 'u' } })

async function deliver(listener: Listener, type: string) {
  const server = createServer(listener as never)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { headers, body } = signed()
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, connection: 'close' },
    body,
  })
  return { status: answer.status, body: await answer.text() }
}

const staged = () => stage({ webhookSecrets: [WEBHOOK_SECRET] })
const texts = (errors: unknown[]) => errors.map((error) => (error as Error).message)

it.each([{}, undefined, null, [1], 7, JSON.parse(signed().body)])(
  'refuses a webhook whose body was parsed, and says once that it needs the raw one: %j',
  async (body) => {
    const { guard, errors } = await staged()
    for (let n = 0; n < 2; n++)
      expect(guard.handleWebhook({ ...signed(), body: body as string })).toEqual({
        ok: false,
        code: 'invalid_signature',
        detail: ADVICE,
      })
    expect(texts(errors)).toEqual([ADVICE])
  },
)

const parsing: [string, (guard: Guard) => Listener][] = [
  ['Express', (guard) => express().use(express.json()).post('/', withExpress(guard))],
  [
    'Hono',
    (guard) => {
      const app = new Hono()
      app.use(async ({ req }, next) => {
        await req.json()
        await next()
      })
      return getRequestListener(app.post('/', withHono(guard)).fetch)
    },
  ],
]

it.each(parsing)(
  'tells the sender and the operator that a body parser ran before the handler: %s',
  async (_, listenerFor) => {
    const { guard, errors } = await staged()
    const { status, body } = await deliver(listenerFor(guard), JSON_TYPE)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_signature', detail: ADVICE })
    expect(texts(errors)).toEqual([ADVICE])
  },
)

it.each([
  ['no parser', []],
  ['a parser that keeps the bytes', [express.raw({ type: JSON_TYPE })]],
  ['a parser that ignores this content type', [express.urlencoded()]],
])('accepts a webhook in Express after %s', async (_, parsers) => {
  const { guard, errors } = await staged()
  const app = express()
  for (const parser of parsers) app.use(parser)
  app.post('/', withExpress(guard))
  expect((await deliver(app, JSON_TYPE)).status).toBe(204)
  expect(errors).toEqual([])
})
