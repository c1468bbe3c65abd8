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
