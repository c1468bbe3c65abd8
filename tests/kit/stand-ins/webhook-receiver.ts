import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Behavior = (response: ServerResponse, request: ReceivedWebhook) => void

/**
 * A receiver on this machine that records requests and answers 204, or as it is told to.
 * `received(count)` resolves when it has that many requests.
 */
export async function startWebhookReceiver(behave: Behavior = answer(204)) {
  const requests: ReceivedWebhook[] = []
  const waiting = new Set<() => void>()
  let behavior = behave
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(received)
      behavior(response, received)
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    requests,
    behave: (next: Behavior) => void (behavior = next),
    received: (count: number) =>
      new Promise<ReceivedWebhook[]>((resolve) => {
        const check = () => {
          if (requests.length < count) return
          waiting.delete(check)
          resolve(requests)
        }
        waiting.add(check)
        check()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Answers with a status and a text. */
export function answer(status: number, text = '', headers: Record<string, string> = {}): Behavior {
  return (response) => response.writeHead(status, headers).end(text)
}

/** Never answers. */
export const hang: Behavior = () => {}

/** Answers with headers and a body that never ends. */
export const streamForever: Behavior = (response) => {
  response.writeHead(200)
  const more = () => {
    while (response.write('x'.repeat(16_384)));
  }
  response.on('drain', more)
  response.on('error', () => {})
  more()
}
