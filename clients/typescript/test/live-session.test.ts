import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { GatehouseError, type Problem } from '@/clients/typescript/src/errors'
import { createClient } from '@/clients/typescript/src/index'
import { LiveConnection, type LiveOptions, type LiveSocket } from '@/clients/typescript/src/live'
import type { Requests } from '@/clients/typescript/src/request'
import { SessionKeeper, type Tokens } from '@/clients/typescript/src/session'
import { memoryStore } from '@/clients/typescript/src/store'

const HANDSHAKE_MS = 10_000
const LONGEST_FIRST_WAIT_MS = 1000

const tokensOf = (user: string, generation = 1): Tokens => ({
  access_token: `access-${user}-${generation}`,
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: `refresh-${user}-${generation}`,
  refresh_expires_in: 2_592_000,
  session_id: `session-${user}`,
  device_token: 'device',
  user: { id: user } as Tokens['user'],
})

/** A connection that the test opens and speaks on. */
class FakeSocket implements LiveSocket {
  static all: FakeSocket[] = []
  readyState = 0
  isClosed = false
  readonly sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  say(event: string, data: object): void {
    this.onmessage?.({ data: JSON.stringify({ event, data }) })
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.isClosed = true
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
})
afterEach(() => void vi.useRealTimers())

/** A live connection of `ada`, whose tickets are the answers of `ticket`. */
async function connect(
  options: Partial<LiveOptions> = {},
  ticket: (keeper: SessionKeeper) => string | Error = () => 'a ticket',
  baseUrl = 'https://id.example.org/',
) {
  const keeper = new SessionKeeper({
    store: memoryStore(),
    exchange: () => Promise.reject(new Error('not asked')),
    now: Date.now,
  })
  await keeper.adopt(tokensOf('ada'))
  const call = async () => {
    const answer = ticket(keeper)
    if (answer instanceof Error) throw answer
    return { data: { ticket: answer } }
  }
  const requests = { call: () => call } as unknown as Requests
  const parts = { baseUrl, requests, keeper }
  const live = new LiveConnection(parts, { on: {}, WebSocket: FakeSocket, ...options })
  onTestFinished(() => live.close())
  await vi.advanceTimersByTimeAsync(0)
  return { keeper, live }
}

describe('a live connection', () => {
  it('starts over when another user signs in, and delivers nothing more to the page', async () => {
    const heard = vi.fn()
    const { keeper } = await connect({ on: { 'inbox.updated': heard } })
    const [first] = FakeSocket.all
    first!.open()
    await keeper.adopt(tokensOf('grace'))
    first!.say('inbox.updated', { unread_count: 1 })
    expect(first!.isClosed).toBe(true)
    expect(first!.sent).toEqual([])
    expect(heard).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeSocket.all).toHaveLength(2)
    FakeSocket.all[1]!.open()
    FakeSocket.all[1]!.say('inbox.updated', { unread_count: 2 })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('uses no ticket of a session that was replaced before it arrived', async () => {
    let asked = 0
    await connect({}, (keeper) => {
      if (asked++ === 0) void keeper.adopt(tokensOf('grace'))
      return `ticket-${asked}`
    })
    await vi.advanceTimersByTimeAsync(LONGEST_FIRST_WAIT_MS)
    expect(FakeSocket.all.map(({ url }) => url.split('=')[1])).toEqual(['ticket-2'])
  })

  it('stays open when the tokens of its session are replaced', async () => {
    const { keeper } = await connect()
    FakeSocket.all[0]!.open()
    await keeper.adopt(tokensOf('ada', 2))
    expect(FakeSocket.all[0]!.sent).toEqual([
      { event: 'auth.renew', data: { access_token: 'access-ada-2' } },
    ])
    expect(FakeSocket.all[0]!.isClosed).toBe(false)
  })

  it.each([
    ['session_revoked', 2],
    ['unavailable', 1],
  ])('that answers a token with %s', async (code, connections) => {
    await connect()
    FakeSocket.all[0]!.open()
    FakeSocket.all[0]!.say('auth.renew', { ok: false, code })
    await vi.advanceTimersByTimeAsync(LONGEST_FIRST_WAIT_MS)
    expect(FakeSocket.all).toHaveLength(connections)
  })

  it('is tried again if the handshake is not answered', async () => {
    const onConnect = vi.fn()
    await connect({ onConnect })
    await vi.advanceTimersByTimeAsync(HANDSHAKE_MS + LONGEST_FIRST_WAIT_MS)
    expect(FakeSocket.all).toHaveLength(2)
    expect(FakeSocket.all[0]!.isClosed).toBe(true)
    FakeSocket.all[0]!.open()
    expect(onConnect).not.toHaveBeenCalled()
  })

  it('is not lost because the first event takes long', async () => {
    await connect()
    FakeSocket.all[0]!.open()
    await vi.advanceTimersByTimeAsync(HANDSHAKE_MS + LONGEST_FIRST_WAIT_MS)
    expect(FakeSocket.all).toHaveLength(1)
  })

  it.each([
    ['https://id.example.org/', 'wss://id.example.org/api/v1/ws?access_token=a%20ticket'],
    ['http://localhost:3000/id', 'ws://localhost:3000/id/api/v1/ws?access_token=a%20ticket'],
  ])('has an address without the help of URL: %s', async (baseUrl, address) => {
    vi.stubGlobal('URL', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    await connect({}, undefined, baseUrl)
    expect(FakeSocket.all[0]!.url).toBe(address)
  })

  it.each([
    ['key_1', ['wss://id.example.org/api/v1/ws', { headers: { authorization: 'Bearer key_1' } }]],
    [undefined, null],
  ])('without a session needs an API key: %s', async (apiKey, opened) => {
    const made = vi.fn()
    class Opened extends FakeSocket {
      constructor(...args: [string]) {
        super(...args)
        made(...args)
      }
    }
    const fetch = vi.fn(async () => Response.json({ permissions: [] }))
    const baseUrl = 'https://id.example.org'
    const onEnd = vi.fn()
    const client = createClient({ baseUrl, apiKey, fetch })
    const live = client.live({ on: {}, WebSocket: Opened, onEnd })
    onTestFinished(() => live.close())
    await vi.advanceTimersByTimeAsync(0)
    expect(made.mock.calls).toEqual(opened ? [opened] : [])
    const refusal = expect.objectContaining({ code: 'not_signed_in' }) as unknown
    expect(onEnd.mock.calls).toEqual(opened ? [] : [[refusal]])
    expect(fetch).toHaveBeenCalledTimes(opened ? 1 : 0)
  })

  it('with an API key ends when the key is revoked, and says so', async () => {
    const answers = [
      Response.json({ permissions: [] }),
      Response.json({ code: 'invalid_token', status: 401, title: '…' }, { status: 401 }),
    ]
    const onEnd = vi.fn()
    const baseUrl = 'https://id.example.org'
    const client = createClient({ baseUrl, apiKey: 'key_1', fetch: async () => answers.shift()! })
    client.live({ on: {}, WebSocket: FakeSocket, onEnd })
    await vi.advanceTimersByTimeAsync(0)
    FakeSocket.all[0]!.open()
    FakeSocket.all[0]!.onclose!()
    await vi.advanceTimersByTimeAsync(LONGEST_FIRST_WAIT_MS)
    expect(onEnd.mock.calls).toEqual([[expect.objectContaining({ code: 'invalid_token' })]])
    expect(FakeSocket.all).toHaveLength(1)
  })

  it('cannot be opened where there is no WebSocket', async () => {
    vi.stubGlobal('WebSocket', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(connect({ WebSocket: undefined })).rejects.toThrow(TypeError)
  })

  it.each([
    [403, 'account_disabled', true, 1],
    [404, 'not_found', true, 1],
    [403, 'unexpected_response', false, 0],
    [401, 'token_expired', true, 0],
    [429, 'rate_limited', true, 0],
    [503, 'unavailable', true, 0],
  ])('ends only if the service refuses it for good: %i %s', async (status, code, ours, ends) => {
    const problem = ours ? ({ status, code } as Problem) : null
    const refusal = new GatehouseError(code, code, { status, problem })
    const onEnd = vi.fn()
    const ticket = vi.fn(() => refusal)
    await connect({ onEnd }, ticket)
    await vi.advanceTimersByTimeAsync(LONGEST_FIRST_WAIT_MS)
    expect(onEnd.mock.calls).toEqual(Array(ends).fill([refusal]))
    expect(ticket).toHaveBeenCalledTimes(2 - ends)
  })
})
