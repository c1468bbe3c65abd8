import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'redis'

/**
 * Upstash's REST protocol in front of a Redis server, as far as its client needs it for single
 * commands and pipelines.
 */
export interface UpstashStandIn {
  url: string
  token: string
  /** The number of received commands. */
  commands(): number
  /** Stops responding. */
  hang(): void
  close(): Promise<void>
}

/** Starts the stand-in on a free loopback port. */
export async function startUpstashStandIn(redisUrl: string): Promise<UpstashStandIn> {
  const token = 'a-token-of-the-tests'
  const redis = await createClient({ url: redisUrl }).connect()
  let count = 0
  let hangs = false
  const run = async (command: unknown[]): Promise<object> => {
    count++
    try {
      return { result: encode(await redis.sendCommand(command.map(String))) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  const server = createServer((req, res) => void (hangs || answer(req, res, token, run)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    commands: () => count,
    hang: () => void (hangs = true),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await redis.close()
    },
  }
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  token: string,
  run: (command: unknown[]) => Promise<object>,
): Promise<void> {
  const send = (status: number, body: unknown) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (req.headers.authorization !== `Bearer ${token}`)
    return void send(401, { error: 'Unauthorized' })
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown[]
  if (req.url === '/pipeline')
    return void send(200, await Promise.all((body as unknown[][]).map(run)))
  const reply = await run(body)
  send('error' in reply ? 400 : 200, reply)
}

/** `Upstash-Encoding: base64`: every string in a reply is encoded, numbers are not. */
function encode(value: unknown): unknown {
  if (typeof value === 'string')
    return value === 'OK' ? value : Buffer.from(value).toString('base64')
  return Array.isArray(value) ? value.map(encode) : value
}
