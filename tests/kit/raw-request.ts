import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A TCP connection for bytes that no HTTP client would send. */
export class RawConnection {
  readonly socket: Socket
  #received = ''
  readonly #closed: Promise<void>

  /** `localAddress`: another address of this machine, such as 127.0.0.2, to be another client. */
  constructor(port: number, localAddress?: string) {
    this.socket = connect({ port, host: '127.0.0.1', localAddress })
    this.socket.on('data', (chunk: Buffer) => (this.#received += chunk.toString('latin1')))
    this.socket.on('error', () => undefined)
    this.#closed = new Promise((done) => this.socket.once('close', () => done()))
  }

  /** Sends text unchanged, one byte per character. */
  send(text: string): this {
    this.socket.write(Buffer.from(text, 'latin1'))
    return this
  }

  /** Everything received until the other side closed. */
  async untilClosed(): Promise<string> {
    await this.#closed
    return this.#received
  }

  received(): string {
    return this.#received
  }

  close(): void {
    this.socket.destroy()
  }
}

/** Sends a request with these lines (no `Connection` needed) and reads its response. */
export async function rawRequest(port: number, lines: string[], body = ''): Promise<RawAnswer> {
  const head = [
    ...lines,
    ...(lines.some((line) => /^connection:/i.test(line)) ? [] : ['Connection: close']),
  ]
  const connection = new RawConnection(port).send(`${head.join('\r\n')}\r\n\r\n${body}`)
  return parseAnswer(await connection.untilClosed())
}

/** The first response in the received text; status 0 if there is none. */
export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n')
  const headers = lines.map((line) => {
    const cut = line.indexOf(':')
    return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()] as const
  })
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: end < 0 ? '' : text.slice(end + 4),
  }
}
