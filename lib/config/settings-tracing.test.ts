import { describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317/hush-hush' }
const warningsOf = (env: Record<string, string>) => loadSettings(env).warnings

describe('a protocol for traces', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'],
    [
      { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    ],
  ])('that is not supported is reported with where traces go: %j', (env, variable) => {
    const lines = warningsOf({ ...COLLECTOR, ...env })
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${variable} is neither`))])
    expect(lines[0]).toContain('sent to http://collector:4317 over HTTP')
    expect(lines[0]).not.toContain('hush')
  })

  it.each([
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    {
      ...COLLECTOR,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    },
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: '' },
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  ])('that is supported, or without traces, is not reported: %j', (env) => {
    expect(warningsOf(env)).toEqual([])
  })
})
