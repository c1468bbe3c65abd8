import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import { until } from '@/tests/kit/until'

export interface Frame {
  event: string
  data: Record<string, unknown>
}

/** What a test sends in a handshake. */
export interface Handshake {
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** A test's live connection. */
export interface LiveClient {
  /** All received frames, in order. */
  frames: Frame[]
  /** The data of the received frames of one event, in order. */
  of(event: string): Record<string, unknown>[]
  /** How the connection ended; null while it is open. */
  ended(): { code: number; reason: string } | null
  /** Waits for the connection to end. */
  end(): Promise<{ code: number; reason: string }>
  send(event: string, data: unknown): void
  close(): void
}

const WITHIN_MS = 10_000
const open = new Set<{ close(): void }>()

/** Closes all connections that a test left open. */
export function closeLiveClients(): void {
  for (const client of open) client.close()
  open.clear()
}

/** Opens a plain WebSocket; resolves with the HTTP status if it is refused. */
export function openPlain(
  url: string,
  { headers = {}, query = {} }: Handshake = {},
  path = '/api/v1/ws',
): Promise<(LiveClient & { ws: WebSocket }) | number> {
  const address = `${url.replace('http', 'ws')}${path}?${new URLSearchParams(query)}`
  const ws = new WebSocket(address, { headers })
  open.add({ close: () => ws.terminate() })
  const frames: Frame[] = []
  let end: { code: number; reason: string } | null = null
  ws.on('message', (data) => frames.push(JSON.parse((data as Buffer).toString()) as Frame))
  ws.on('close', (code, reason) => (end = { code, reason: reason.toString() }))
  return new Promise((resolve, reject) => {
    ws.once('unexpected-response', (_req, res) => resolve(res.statusCode ?? 0))
    ws.on('error', reject)
    ws.once('open', () =>
      resolve({
        ...clientOf(frames, () => end),
        ws,
        send: (event, data) => ws.send(JSON.stringify({ event, data })),
        close: () => ws.close(),
      }),
    )
  })
}

/** Opens a Socket.IO connection; resolves with the HTTP status if it is refused. */
export function openSocketIo(
  url: string,
  path: '/api/v1/ws' | '/webui/ws',
  { headers = {}, query = {} }: Handshake = {},
  transports: ('polling' | 'websocket')[] = ['websocket'],
): Promise<(LiveClient & { socket: Socket }) | number> {
  const socket = io(url, {
    path,
    transports,
    query,
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  open.add({ close: () => socket.disconnect() })
  const frames: Frame[] = []
  let end: { code: number; reason: string } | null = null
  socket.onAny((event: string, data: Record<string, unknown>) => frames.push({ event, data }))
  socket.on('disconnect', (reason, details) => {
    const code = (details as { context?: { code?: number } } | undefined)?.context?.code ?? 0
    end = { code, reason }
  })
  return new Promise((resolve) => {
    socket.once('connect_error', (error) => resolve(statusOf(error)))
    socket.once('connect', () =>
      resolve({
        ...clientOf(frames, () => end),
        socket,
        send: (event, data) => socket.emit(event, data),
        close: () => socket.disconnect(),
      }),
    )
  })
}

/** The HTTP status in the error that a Socket.IO client raises for a refused handshake. */
function statusOf(error: Error): number {
  const { description, context } = error as {
    description?: number | { message?: string }
    context?: { status?: number }
  }
  if (typeof description === 'number') return description
  const told = /response: (\d{3})/.exec(description?.message ?? error.message)?.[1]
  return Number(told ?? context?.status ?? 0)
}

function clientOf(
  frames: Frame[],
  ended: () => { code: number; reason: string } | null,
): Pick<LiveClient, 'frames' | 'of' | 'ended' | 'end'> {
  return {
    frames,
    of: (event) => frames.filter((frame) => frame.event === event).map(({ data }) => data),
    ended,
    end: () => until('the connection ends', WITHIN_MS, ended),
  }
}

/** The client of a handshake that must be accepted. */
export async function accepted<T extends LiveClient>(opening: Promise<T | number>): Promise<T> {
  const client = await opening
  if (typeof client === 'number') throw new Error(`the handshake was answered ${client}`)
  return client
}
