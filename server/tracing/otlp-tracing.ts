import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TracingSettings } from '@/lib/config/tracing-settings'
import { logger } from '@/lib/platform/logger'
import type { RunningSpan, SpanAttributes, Tracing } from '@/lib/platform/trace'

/** The headers of W3C Trace Context. */
export interface TraceHeaders {
  traceparent?: string
  tracestate?: string
}

/** The span of a request, which ends with the response. */
export interface RequestSpan extends RunningSpan {
  end(name: string): void
}

export interface OtlpTracing extends Tracing {
  /** Runs `work` in the span of a request. `parent`: the caller's trace, if it is trusted. */
  request<T>(parent: TraceHeaders | null, work: (span: RequestSpan) => T): T
  /** Sends what is left, for at most FLUSH_WITHIN_MS. Never throws. */
  close(): Promise<void>
}

const FLUSH_WITHIN_MS = 1500
const COMPLAIN_EVERY_MS = 60_000
/** Longer attributes are cut off. */
const MAX_ATTRIBUTE = 2000
const KINDS = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/**
 * Sends spans to a collector by OTLP over HTTP. Nothing is registered globally: libraries would
 * otherwise record URLs with their query strings.
 */
export function openOtlpTracing(from: TracingSettings): OtlpTracing {
  const provider = providerOf(from)
  const tracer = provider.getTracer('gatehouse')
  const active = new AsyncLocalStorage<Context>()
  const propagator = new W3CTraceContextPropagator()
  const now = () => active.getStore() ?? ROOT_CONTEXT
  logExportErrors()
  return {
    run({ name, kind, attributes }, work) {
      const parent = kind === 'consumer' ? ROOT_CONTEXT : now()
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent)
      return active.run(trace.setSpan(parent, span), async () => {
        try {
          return await work(runningSpan(span))
        } catch (error) {
          fail(span, codeOf(error))
          throw error
        } finally {
          span.end()
        }
      })
    },
    request(headers, work) {
      const parent = headers
        ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : ROOT_CONTEXT
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      const end = (name: string) => span.updateName(name).end()
      return active.run(trace.setSpan(parent, span), () => work({ ...runningSpan(span), end }))
    },
    current() {
      const context = active.getStore()
      return (context && trace.getSpanContext(context)) ?? null
    },
    bind: (call) => AsyncLocalStorage.bind(call),
    close: () => flushed(provider),
  }
}

function providerOf({ url, headers, timeoutMs, sampler, ratio, resource }: TracingSettings) {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs })
  return new BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: samplerOf(sampler, ratio),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE },
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
}

function samplerOf(name: TracingSettings['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}

function runningSpan(span: Span): RunningSpan {
  return {
    set: (attributes: SpanAttributes) => void span.setAttributes(attributes),
    fail: (code) => fail(span, code),
  }
}

function fail(span: Span, code: string): void {
  span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR })
}

/** Never the message, which may quote an address with a token, or what a user sent. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return (
    ([code, name].find((text) => typeof text === 'string' && /^\w{1,40}$/.test(text)) as string) ??
    'error'
  )
}

async function flushed(provider: BasicTracerProvider): Promise<void> {
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_WITHIN_MS).unref())
  await Promise.race([provider.shutdown().catch(() => undefined), tooLate])
}

/** Spans that a collector does not take are dropped. The log says so once a minute. */
function logExportErrors(): void {
  let complainedAt = -Infinity
  setGlobalErrorHandler((error) => {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    logger().warn({ reason: codeOf(error) }, 'spans could not be exported')
  })
}
