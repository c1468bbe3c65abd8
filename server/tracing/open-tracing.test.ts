import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '@/lib/config/settings'
import { defineRoute } from '@/lib/http/define-route'
import { refuse } from '@/lib/platform/problems'
import { currentTrace, traced } from '@/lib/platform/trace'
import { freePort } from '@/tests/kit/free-port'
import { rawRequest } from '@/tests/kit/raw-request'
import {
  attributeOf,
  openOtlpReceiver,
  type ReceiverMode,
} from '@/tests/kit/stand-ins/otlp-receiver'
import { openGateway } from '@/server/gateway/gateway'
import { openHub } from '@/server/live/hub'
import { openTracing } from '@/server/tracing/open-tracing'

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const TRACEPARENT = `traceparent: 00-${CALLER}-${PARENT}-01`
const NOT_SAMPLED = `traceparent: 00-${CALLER}-${PARENT}-00`
const THROUGH_PROXY = 'X-Forwarded-For: 192.0.2.1'
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const route = {
  operationId: 'getTest',
  tag: 'Service',
  summary: 'Reads.',
  access: 'public',
  responses: { 200: z.object({ trace: z.string().nullable() }) },
  refusals: ['not_found'],
} as const
const read = defineRoute({
  ...route,
  params: ['id'],
  handle: async ({ params }) => {
    if (params.id === 'missing') return refuse('not_found')
    await traced({ name: 'inner', kind: 'internal' }, async () => undefined)
    return { status: 200, body: { trace: currentTrace()?.traceId ?? null } }
  },
})

/** A gateway that exports its spans; `end` stops it and returns what was received. */
async function open(env: Record<string, string> = {}, mode: ReceiverMode = 'ok') {
  const receiver = await openOtlpReceiver(mode)
  const port = await freePort()
  const off = env.OTEL_SDK_DISABLED ?? env.OTEL_TRACES_EXPORTER
  const url: Record<string, string> = off ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }
  loadSettings({ PORT: String(port), LOG_LEVEL: 'error', ...url, ...env })
  const stopTracing = await openTracing()
  const gateway = await openGateway({
    dev: false,
    apiServedBy: 'gateway',
    hub: openHub(),
    pagePaths: ['/'],
    routes: [{ path: '/api/v1/things/[id]', handlers: { GET: read } }],
    pages: {
      actions: null,
      upgrades: null,
      close: async () => {},
      handle: async (_req, res) => void res.writeHead(404).end('page'),
    },
  })
  let ended = false
  const end = async () => {
    if (ended) return receiver
    ended = true
    await gateway.close()
    await stopTracing()
    return receiver
  }
  closers.push(() => receiver.close(), end)
  const get = (target: string, ...headers: string[]) =>
    rawRequest(port, [`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers])
  return { get, end, receiver }
}

describe('traces', () => {
  it('have a span of each request by its route, with the work inside, and nothing that the client sent', async () => {
    const { get, end } = await open({
      OTEL_SERVICE_NAME: 'auth',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=t%20k',
    })
    await get('/api/v1/things/secret-1?token=secret-2', 'X-Thing: secret-3', 'User-Agent: secret-4')
    await get('/secret-5')
    const receiver = await end()
    const [inner, outer] = ['inner', 'GET /api/v1/things/[id]'].map((name) =>
      receiver.spans().find((span) => span.name === name),
    )
    expect(inner).toMatchObject({ traceId: outer!.traceId, parentSpanId: outer!.spanId })
    expect(outer!.parentSpanId).toBeUndefined()
    expect(attributeOf(outer!, 'http.response.status_code')).toBe('200')
    expect(receiver.spans().map(({ name }) => name)).toContain('GET (none)')
    expect(receiver.text()).not.toMatch(/secret-\d/)
    expect(receiver.resource()).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'auth' },
    })
    expect(receiver.headers[0]).toMatchObject({ 'x-collector-token': 't k' })
  })

  it('are named in problems', async () => {
    const { get, end } = await open()
    const { body } = await get('/api/v1/things/missing')
    const { trace_id: id } = JSON.parse(body) as { trace_id: string }
    expect((await end()).spans()).toContainEqual(
      expect.objectContaining({ traceId: id, name: 'GET /api/v1/things/[id]' }),
    )
  })

  it.each([
    ['not behind a proxy', '0', [TRACEPARENT, THROUGH_PROXY]],
    ['behind a proxy that the request did not pass', '1', [TRACEPARENT]],
    ['behind two proxies of which it passed one', '2', [TRACEPARENT, THROUGH_PROXY]],
    ['that is malformed', '1', [`${TRACEPARENT}-zz-1`.replace('00-', 'xx-'), THROUGH_PROXY]],
    ['sent twice', '1', [TRACEPARENT, TRACEPARENT, THROUGH_PROXY]],
  ])('ignore the traceparent of a client: %s', async (_where, hops, headers) => {
    const { get, end } = await open({ TRUST_PROXY_HOPS: hops })
    const { body } = await get('/api/v1/things/1', ...headers)
    const { trace } = JSON.parse(body) as { trace: string }
    expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(trace).not.toBe(CALLER)
    expect((await end()).text()).not.toContain(CALLER)
  })

  it('continue the one of a trusted proxy', async () => {
    const { get, end } = await open({ TRUST_PROXY_HOPS: '1' })
    await get('/api/v1/things/1', TRACEPARENT, THROUGH_PROXY)
    expect((await end()).spans()).toContainEqual(
      expect.objectContaining({ traceId: CALLER, parentSpanId: PARENT }),
    )
  })

  it.each([
    ['always_off', '1', [], 0],
    ['always_on', '1', [NOT_SAMPLED, THROUGH_PROXY], 2],
    ['parentbased_always_on', '1', [NOT_SAMPLED, THROUGH_PROXY], 0],
    ['parentbased_always_off', '1', [TRACEPARENT, THROUGH_PROXY], 2],
    ['traceidratio', '0', [], 0],
    ['parentbased_traceidratio', '1', [], 2],
  ])('are recorded as the sampler %s (%s) says', async (sampler, ratio, headers, spans) => {
    const { get, end } = await open({
      TRUST_PROXY_HOPS: '1',
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: ratio,
    })
    await get('/api/v1/things/1', ...headers)
    expect((await end()).spans()).toHaveLength(spans)
  })

  it.each(['error', 'hang', 'refused'] as const)(
    'that the collector does not take (%s) harm neither answers nor the stop',
    async (mode) => {
      const { get, end, receiver } = await open({}, mode === 'refused' ? 'ok' : mode)
      if (mode === 'refused') await receiver.close()
      for (let n = 0; n < 3; n++)
        expect(await get('/api/v1/things/1')).toMatchObject({ status: 200 })
      await end()
    },
    8000,
  )

  it.each([
    ['no variable is set', { OTEL_TRACES_EXPORTER: 'none' }],
    ['the SDK is disabled', { OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' }],
  ])('do not exist if %s', async (_when, env) => {
    const { get, end } = await open(env)
    expect(JSON.parse((await get('/api/v1/things/1', TRACEPARENT)).body)).toEqual({ trace: null })
    expect(JSON.parse((await get('/api/v1/things/missing')).body)).not.toHaveProperty('trace_id')
    expect((await end()).spans()).toEqual([])
  })
})
