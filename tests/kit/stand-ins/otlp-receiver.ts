import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface KeyValue {
  key: string
  value: Record<string, unknown>
}

/** A span as OTLP's JSON has it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: KeyValue[]
  status: { code?: number }
}

interface Export {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: { spans: ReceivedSpan[] }[]
  }[]
}

/** `hang`: accepts and never answers. */
export type ReceiverMode = 'ok' | 'error' | 'hang'

/** A collector that speaks OTLP over HTTP and keeps what it gets. */
export async function openOtlpReceiver(mode: ReceiverMode = 'ok') {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((req, res: ServerResponse) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const known = req.method === 'POST' && req.url === '/v1/traces'
      if (known) bodies.push(Buffer.concat(chunks).toString('utf8'))
      headers.push(req.headers)
      if (mode === 'hang') return
      const status = mode === 'error' ? 500 : known ? 200 : 404
      res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const exports = () => bodies.map((body) => JSON.parse(body) as Export)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything as it was received. */
    text: () => bodies.join('\n'),
    headers,
    spans: () =>
      exports().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    resource: () =>
      exports().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ resource }) => resource.attributes),
      ),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** An attribute of a span, as text. */
export function attributeOf({ attributes }: Pick<ReceivedSpan, 'attributes'>, key: string): string {
  const found = attributes.find((attribute) => attribute.key === key)
  return found ? String(Object.values(found.value)[0]) : ''
}
