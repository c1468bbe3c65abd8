import type { Environment } from '@/lib/config/env'
import { parsePairs } from '@/lib/config/environment/tracing'

/** Where traces go, and which. */
export interface TracingSettings {
  url: string
  headers: Record<string, string>
  timeoutMs: number
  sampler: string
  /** The share of traces that is recorded. */
  ratio: number
  /** What each span is labeled with. */
  resource: Record<string, string>
}

const DEFAULT_ENDPOINT = 'http://localhost:4318'

/** Null if the environment asks for no traces. */
export function tracingSettings(env: Environment): TracingSettings | null {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const isAsked = exporter === 'otlp' || (exporter === undefined && Boolean(own ?? endpoint))
  if (!isAsked || env.OTEL_SDK_DISABLED) return null
  const resource = parsePairs(env.OTEL_RESOURCE_ATTRIBUTES ?? '') ?? {}
  return {
    url: own ?? `${(endpoint ?? DEFAULT_ENDPOINT).replace(/\/+$/, '')}/v1/traces`,
    headers: parsePairs(env.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: Number(env.OTEL_TRACES_SAMPLER_ARG),
    resource: {
      'service.name': env.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'gatehouse',
      ...Object.fromEntries(Object.entries(resource).filter(([name]) => name !== 'service.name')),
    },
  }
}

/** Every collector that takes OTLP over HTTP takes JSON at the same address. */
const SUPPORTED_PROTOCOLS = ['http/json', 'http/protobuf']

/** One line if traces are to be sent by a protocol that is not supported. */
export function tracingWarnings(env: Environment): string[] {
  const tracing = tracingSettings(env)
  const variable = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const protocol = env[variable]
  if (!tracing || !protocol || SUPPORTED_PROTOCOLS.includes(protocol)) return []
  // Only the origin: the rest may contain a token.
  const { origin } = new URL(tracing.url)
  return [
    `${variable} is neither http/json nor http/protobuf, the only protocols supported: ` +
      `traces are sent to ${origin} over HTTP; name the HTTP port of the collector, usually 4318`,
  ]
}
