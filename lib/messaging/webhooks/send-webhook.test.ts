import { Resolver } from 'node:dns/promises'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendWebhook } from '@/lib/messaging/webhooks/send-webhook'
import { checkNewTarget, checkTarget } from '@/lib/messaging/webhooks/webhook-target'
import {
  answer,
  hang,
  startWebhookReceiver,
  streamForever,
} from '@/tests/kit/stand-ins/webhook-receiver'
import { useSettings } from '@/tests/kit/test-settings'

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
beforeEach(async () => {
  useSettings()
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await receiver.close()
})

const MESSAGE = { headers: { 'webhook-id': 'one' }, body: '{}' }
/** Short, because a receiver that never answers is waited for. */
const QUICK = { connectMs: 2000, headersMs: 50, bodyMs: 50 }
const send = (url = receiver.url) => sendWebhook(url, MESSAGE, QUICK)
const patient = (url = receiver.url) =>
  sendWebhook(url, MESSAGE, { connectMs: 5000, headersMs: 5000, bodyMs: 5000 })
const forbidPrivate = () => useSettings({ WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'false' })

describe('what a receiver does with a webhook', () => {
  it('a 2xx answer is a delivery', async () => {
    receiver.behave(answer(202, 'thanks'))
    expect(await patient()).toEqual({ status: 202, excerpt: 'thanks', error: null })
    expect(receiver.requests).toMatchObject([{ body: '{}', headers: { 'webhook-id': 'one' } }])
  })

  it.each([400, 404, 410, 500, 503])('%i is a failure with its excerpt', async (status) => {
    receiver.behave(answer(status, 'no\0 \u001b[31mth\u202eanks\n'))
    expect(await patient()).toEqual({ status, excerpt: 'no [31mthanks\n', error: 'status' })
  })

  it.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const other = await startWebhookReceiver()
    receiver.behave(answer(status, '', { location: other.url }))
    expect(await patient()).toMatchObject({ status, error: 'redirect' })
    expect(other.requests).toEqual([])
    await other.close()
  })

  it('one that switches protocols (101) keeps no connection', async () => {
    const switching = createTcpServer((socket) => {
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      )
      socket.on('error', () => {})
    })
    const ended = new Promise<void>((done) =>
      switching.once('connection', (socket) => socket.once('close', () => done())),
    )
    await new Promise<void>((done) => switching.listen(0, '127.0.0.1', done))
    const { port } = switching.address() as AddressInfo
    expect(await patient(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null })
    await ended
    switching.close()
  })

  it('one that never answers times out', async () => {
    receiver.behave(hang)
    expect(await send()).toEqual({ status: null, excerpt: null, error: 'timeout' })
  })

  it('one that accepts the connection only times out', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'timeout' })
    expect(
      await sendWebhook(`https://127.0.0.1:${port}/`, MESSAGE, { ...QUICK, connectMs: 50 }),
    ).toMatchObject({ error: 'timeout' })
    silent.close()
  })

  it('one that streams forever is cut off after 64 kB, and 1 kB is kept', async () => {
    let written = 0
    receiver.behave((response, request) => {
      response.on('close', () => (written = response.socket?.bytesWritten ?? written))
      streamForever(response, request)
    })
    const { status, excerpt, error } = await patient()
    expect({ status, error }).toEqual({ status: 200, error: null })
    expect(excerpt).toBe('x'.repeat(1024))
  })

  it('one that drips its answer forever is cut off in time', async () => {
    receiver.behave((response) => {
      response.writeHead(500)
      response.write('slow')
    })
    expect(await send()).toEqual({ status: 500, excerpt: 'slow', error: 'status' })
  })

  it('one that closes the connection, refuses it or sends nonsense fails', async () => {
    receiver.behave((response) => response.socket!.destroy())
    expect(await patient()).toMatchObject({ error: 'connection_failed' })
    receiver.behave((response) => response.socket!.end('nonsense\r\n\r\n'))
    expect(await patient()).toMatchObject({ error: 'connection_failed' })
    await receiver.close()
    expect(await patient()).toMatchObject({ error: 'connection_refused' })
    receiver = await startWebhookReceiver()
    expect(await patient(receiver.url.replace('http:', 'https:'))).toMatchObject({
      error: expect.stringMatching(/tls_failed|connection_failed/),
    })
  })
  it('oversized headers fail', async () => {
    receiver.behave(answer(200, '', { 'x-large': 'x'.repeat(20_000) }))
    expect(await patient()).toMatchObject({ status: null, error: 'connection_failed' })
  })
})

describe('addresses that a webhook must not reach', () => {
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://10.0.0.1/',
    'https://[fd00:ec2::254]/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
  ])('%s is refused when it is saved and when it is used', async (url) => {
    forbidPrivate()
    expect(checkTarget(url)).toBe('private_address')
    expect(await checkNewTarget(url)).toBe('private_address')
    expect(await sendWebhook(url, MESSAGE, QUICK)).toMatchObject({ error: 'private_address' })
  })

  it('a name is looked up when it is saved, and again for each connection', async () => {
    forbidPrivate()
    const url = `https://localhost:${receiver.port}/`
    expect(await checkNewTarget(url)).toBe('private_address')
    expect(await patient(url)).toMatchObject({ status: null, error: 'private_address' })
    expect(receiver.requests).toEqual([])
  })

  it('a name that changes its address between check and connection is not reached (rebinding)', async () => {
    forbidPrivate()
    const asked = vi
      .spyOn(Resolver.prototype, 'resolve4')
      .mockResolvedValue(['192.0.2.1'] as never)
      .mockResolvedValueOnce(['127.0.0.1'] as never)
    vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('none'))
    expect(await patient(`https://rebound.example:${receiver.port}/`)).toMatchObject({
      status: null,
      error: 'private_address',
    })
    expect(asked.mock.calls).toEqual([['rebound.example']])
    expect(receiver.requests).toEqual([])
  })

  it.each([
    ['ftp://example.org/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['https://user:password@example.org/', 'invalid_url'],
    ['https://user@example.org/', 'invalid_url'],
    ['//example.org', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['http://example.org/', 'https_required'],
  ])('%s is refused: %s', async (url, fault) => {
    forbidPrivate()
    expect(checkTarget(url)).toBe(fault)
    expect(await checkNewTarget(url)).toBe(fault)
  })

  it('the setting allows private targets and plain http, never credentials or other schemes', async () => {
    expect(checkTarget('http://127.0.0.1/')).toBeNull()
    expect(checkTarget('http://me:secret@127.0.0.1/')).toBe('invalid_url')
    expect(checkTarget('ftp://127.0.0.1/')).toBe('invalid_url')
  })

  it('a name that cannot be resolved yet may be saved', async () => {
    forbidPrivate()
    expect(await checkNewTarget('https://not-yet.invalid/hook')).toBeNull()
  })
})
