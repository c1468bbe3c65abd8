import {
  Agent,
  createServer,
  type IncomingMessage,
  request as forward,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request on its way. */
export type Fault =
  /** It never reaches the service. */
  | 'unreachable'
  /** The service acts on it, but its response is lost, or only half of it arrives. */
  | 'lost'
  | 'cut'
  /** The service acts on it, but a gateway answers with a page of its own. */
  | 'bad_gateway'

export interface LossyProxy {
  url: string
  /** How often each fault happened, for requests of that path. */
  countOf(path: string): number
  close(): Promise<void>
}

interface Options {
  /** The fault of a request to that path; null if it passes. */
  faultOf(path: string): Fault | null
  /** Pages and scripts that the proxy serves itself, by path. */
  files?: Record<string, { type: string; text: string }>
}

/** An unreliable network in front of a service, with the origin of a website. */
export async function startLossyProxy(
  to: string,
  { faultOf, files = {} }: Options,
): Promise<LossyProxy> {
  const agent = new Agent({ keepAlive: true })
  const counts = new Map<string, number>()
  const { hostname, port, host } = new URL(to)
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const { method, headers, url: path = '' } = req
    const file = files[path]
    if (file) return res.writeHead(200, { 'content-type': file.type }).end(file.text)
    const fault = faultOf(path)
    if (fault) counts.set(path, (counts.get(path) ?? 0) + 1)
    if (fault === 'unreachable') return req.socket.destroy()
    const sent = forward({ hostname, port, method, path, agent, headers: { ...headers, host } })
    sent.on('error', () => req.socket.destroy())
    sent.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        if (fault === 'lost') return req.socket.destroy()
        if (fault === 'bad_gateway') return res.writeHead(502).end('<h1>Bad gateway</h1>')
        res.writeHead(answer.statusCode ?? 500, answer.headers)
        if (fault !== 'cut') return res.end(body)
        res.write(body.subarray(0, body.length / 2), () => req.socket.destroy())
      })
    })
    req.pipe(sent)
  }
  const server = createServer((req, res) => void handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    countOf: (path) => counts.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const FAULTS: Fault[] = ['unreachable', 'lost', 'cut', 'bad_gateway']

/** Faults in a fixed order: this share of requests to a path fails, in turn by each fault. */
export function faultsInTurn(shareOf: (path: string) => number): (path: string) => Fault | null {
  const seen = new Map<string, number>()
  let turn = 0
  return (path) => {
    const before = seen.get(path) ?? 0
    seen.set(path, before + 1)
    const isDue = Math.floor((before + 1) * shareOf(path)) > Math.floor(before * shareOf(path))
    return isDue ? FAULTS[turn++ % FAULTS.length]! : null
  }
}
