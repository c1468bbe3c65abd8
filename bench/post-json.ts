import { connect, type Socket } from 'node:net'

/**
 * The most connections to one server that the open loop of the flood may use at once; further
 * requests wait for a free one.
 */
const MAX_CONNECTIONS = 512
const HEAD_END = '\r\n\r\n'

interface Answer {
  status: number
  text: string
}

/** A request waiting for its answer. */
interface Call {
  bytes: string
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** The keep-alive connections to one server. */
interface Lane {
  host: string
  port: number
  idle: Socket[]
  open: number
  waiting: Call[]
}

const lanes = new Map<string, Lane>()

/**
 * Posts JSON over keep-alive connections and returns the answer. Written on the bare socket: a load
 * generator shares the cores with what it measures, and `node:http` costs more per request than the
 * C clients the references are measured with. Supports what the service sends to a POST: answers
 * with a Content-Length. Anything else aborts the benchmark.
 */
export function postJson(url: string, body: string): Promise<Answer> {
  const slash = url.indexOf('/', 7)
  const origin = url.slice(0, slash)
  let lane = lanes.get(origin)
  if (!lane) {
    const { hostname, port } = new URL(origin)
    lanes.set(
      origin,
      (lane = { host: hostname, port: Number(port), idle: [], open: 0, waiting: [] }),
    )
  }
  const { host, port } = lane
  const head = `POST ${url.slice(slash)} HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\n`
  const bytes = `${head}Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`
  return new Promise((resolve, reject) => dispatch(lane, { bytes, resolve, reject }))
}

function dispatch(lane: Lane, call: Call): void {
  const socket = lane.idle.pop()
  if (socket) send(lane, socket, call)
  else if (lane.open >= MAX_CONNECTIONS) lane.waiting.push(call)
  else {
    lane.open++
    const fresh = connect({ host: lane.host, port: lane.port, noDelay: true })
    fresh.on('error', () => undefined) // 'close' follows and rejects the waiting calls
    fresh.once('close', () => {
      lane.open--
      lane.idle = lane.idle.filter((idle) => idle !== fresh)
      const next = lane.waiting.shift()
      if (next) dispatch(lane, next)
    })
    send(lane, fresh, call)
  }
}

function send(lane: Lane, socket: Socket, { bytes, resolve, reject }: Call): void {
  let read: Buffer | null = null
  const onClose = () => reject(new Error('the connection was closed before the answer was there'))
  const onData = (chunk: Buffer) => {
    read = read ? Buffer.concat([read, chunk]) : chunk
    const answer = parse(read)
    if (!answer) return
    socket.off('data', onData).off('close', onClose)
    if (answer.closes) socket.destroy()
    else {
      const next = lane.waiting.shift()
      if (next) send(lane, socket, next)
      else lane.idle.push(socket)
    }
    resolve(answer)
  }
  socket.on('data', onData).on('close', onClose)
  socket.write(bytes)
}

/** Parses an answer; null while it is incomplete. Throws when it has no length. */
function parse(bytes: Buffer): (Answer & { closes: boolean }) | null {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  const start = end + HEAD_END.length
  const whole = start + Number(length)
  if (bytes.length < whole) return null
  const status = Number(head.slice(9, 12))
  return {
    status,
    text: bytes.toString('utf8', start, whole),
    closes: /\r\nconnection: close/i.test(head),
  }
}
