import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { deliverWebhook } from '@/lib/messaging/webhooks/deliver-webhooks'
import { replayDelivery, sendTestEvent } from '@/lib/messaging/webhooks/webhook-deliveries'
import { claimDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { freePort } from '@/tests/kit/free-port'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { makeWebhook } from '@/tests/kit/webhooks'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
let receiver: ChildProcess | null = null
afterEach(() => void receiver?.kill())

/** Whether something listens on a port. */
const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => resolve(false))
  })

async function deliverAll(): Promise<void> {
  const now = new Date()
  for (const claim of await claimDeliveries(db(), { busy: new Map(), now }))
    await deliverWebhook(claim, () => now)
}

/** Starts the receiver that the guide shows. */
async function startReceiver() {
  const guide = readFileSync('docs/webhooks.md', 'utf8')
  const [, code = ''] = /<!-- receiver -->\s+```js\n([^]+?)```/.exec(guide) ?? []
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await makeWebhook(url)
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env })
  receiver = child
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await until('the receiver to listen', 20_000, () => listens(port))
  return { id, url, port, child, printed: () => printed }
}

const FORGED = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,eA==' }
const forge = async (url: string, body: string) =>
  (await fetch(url, { method: 'POST', headers: FORGED, body })).status

it('the receiver in the guide accepts events, ignores repeated ones, and refuses forged ones', async () => {
  const { id, url, printed } = await startReceiver()
  const actor = await holderOf('settings:manage')
  const sent = await sendTestEvent(actor, id, ctx())
  await deliverAll()
  if (sent.ok) await replayDelivery(actor, sent.delivery.id, ctx())
  await deliverAll()
  expect(await db().webhookDelivery.findFirst()).toMatchObject({ status: 'delivered', attempts: 2 })
  await until('the event to be printed', 20_000, () => printed().includes('webhook.test'))
  expect(printed().match(/webhook\.test/g)).toHaveLength(1)
  expect(await forge(url, '{}')).toBe(400)
})

it('the receiver in the guide survives a sender that breaks off, and refuses large bodies', async () => {
  const { url, port, child } = await startReceiver()
  const sender = connect(port, '127.0.0.1')
  await once(sender, 'connect')
  sender.write('POST / HTTP/1.1\r\nhost: receiver\r\ncontent-length: 1000\r\n\r\n{')
  // The receiver must have begun to read the body before it breaks off.
  expect(await forge(url, '{}')).toBe(400)
  sender.resetAndDestroy()
  await until('the receiver to notice', 20_000, async () => (await forge(url, '{}')) === 400)
  expect(await forge(url, 'x'.repeat(300_000))).toBe(413)
  expect(await forge(url, 'x'.repeat(256 * 1024))).toBe(400)
  expect(child.exitCode).toBeNull()
})
