import { defineSection, defineSetting } from '@/lib/config/define-setting'
import { choice, flag, text, textThat, webUrl, wholeNumber } from '@/lib/config/setting-formats'

/** The variables of OpenTelemetry, with the meaning that its specification gives them. */
export const tracing = defineSection({
  title: 'Traces (OpenTelemetry)',
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: defineSetting({
      schema: webUrl,
      property: null,
      description:
        'The collector that gets traces, by OTLP over HTTP as JSON; /v1/traces is appended. ' +
        'Empty: no traces.',
      example: 'http://localhost:4318',
    }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: defineSetting({
      schema: webUrl,
      property: null,
      description: 'The same with its whole path.',
    }),
    // Another value must not keep the service from starting: it often applies to a whole cluster.
    OTEL_EXPORTER_OTLP_PROTOCOL: defineSetting({
      schema: text,
      property: null,
      description: 'Only HTTP is supported (http/json or http/protobuf; JSON is sent), not grpc.',
      example: 'http/json',
    }),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: defineSetting({
      schema: text,
      property: null,
      description: 'The same, for traces only.',
    }),
    OTEL_EXPORTER_OTLP_HEADERS: defineSetting({
      schema: textThat((value) => parsePairs(value) !== null, 'is not a list of name=value'),
      property: null,
      description: 'Headers for the collector, such as a token: name=value, separated by commas.',
    }),
    OTEL_EXPORTER_OTLP_TIMEOUT: defineSetting({
      schema: wholeNumber(60_000),
      default: '10000',
      property: null,
      description: 'How long the collector may take to respond, in milliseconds.',
    }),
    OTEL_TRACES_EXPORTER: defineSetting({
      schema: choice('otlp', 'none'),
      property: null,
      description: 'none: no traces. otlp without an endpoint: http://localhost:4318.',
    }),
    OTEL_SDK_DISABLED: defineSetting({ schema: flag, default: 'false', property: null }),
    OTEL_SERVICE_NAME: defineSetting({ schema: text, property: null, example: 'gatehouse' }),
    OTEL_RESOURCE_ATTRIBUTES: defineSetting({
      schema: textThat((value) => parsePairs(value) !== null, 'is not a list of name=value'),
      property: null,
      description: 'What each span is labeled with: name=value, separated by commas.',
    }),
    OTEL_TRACES_SAMPLER: defineSetting({
      schema: textThat(
        (value) => /^(?:parentbased_)?(?:always_on|always_off|traceidratio)$/.test(value),
        'is not a sampler such as parentbased_traceidratio',
      ),
      default: 'parentbased_always_on',
      property: null,
      description:
        'Which traces are recorded: always_on, always_off, or traceidratio, each also with ' +
        'parentbased_ (as decided by the caller, if it is a trusted proxy).',
    }),
    OTEL_TRACES_SAMPLER_ARG: defineSetting({
      schema: textThat(
        (value) => /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(value),
        'is not a number from 0 to 1',
      ),
      default: '1',
      property: null,
      description: 'The share of traces that traceidratio records, from 0 to 1.',
    }),
  },
})

/** Parses `name=value,…` with percent-encoded values; null if it is malformed. */
export function parsePairs(list: string): Record<string, string> | null {
  const pairs: [string, string][] = []
  for (const item of list.split(',').filter((part) => part.trim())) {
    const [, name, value] = /^\s*([\w.!#$%&'*+^`|~-]+)\s*=\s*(.*?)\s*$/.exec(item) ?? []
    if (!name || value === undefined) return null
    try {
      pairs.push([name, decodeURIComponent(value)])
    } catch {
      return null
    }
  }
  return Object.fromEntries(pairs)
}
