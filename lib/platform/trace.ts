import { processSingleton } from '@/lib/config/process-singleton'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface TraceIds {
  traceId: string
  spanId: string
}

/** What a span is about. Neither the name nor an attribute may contain a value that a user sent. */
export interface SpanAbout {
  name: string
  /** `client`: a call to another service. `consumer`: work from a queue, which begins a trace. */
  kind: 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
}

/** A span that is running. */
export interface RunningSpan {
  set(attributes: SpanAttributes): void
  /** Marks it as failed, by a code: messages may contain secrets. */
  fail(code: string): void
}

/** Records spans (server/tracing/otlp-tracing.ts). */
export interface Tracing {
  run<T>(about: SpanAbout, work: (span: RunningSpan) => Promise<T>): Promise<T>
  current(): TraceIds | null
  /** The function, to be called later in the span that is running now. */
  bind<F extends (...args: never[]) => unknown>(call: F): F
}

const holder = () =>
  processSingleton<{ tracing: Tracing | null }>('tracing', () => ({ tracing: null }))

const UNRECORDED: RunningSpan = { set: () => {}, fail: () => {} }

/** Sets what records the spans of this process; null without tracing. */
export function traceWith(tracing: Tracing | null): void {
  holder().tracing = tracing
}

/** Runs `work` in a span of its own; without tracing, just runs it. */
export function traced<T>(about: SpanAbout, work: (span: RunningSpan) => Promise<T>): Promise<T> {
  const { tracing } = holder()
  return tracing ? tracing.run(about, work) : work(UNRECORDED)
}

/** A call to another service over HTTP, by its method and host only: paths may contain tokens. */
export function tracedCall(
  method: string,
  url: string | URL,
  call: () => Promise<Response>,
): Promise<Response> {
  if (!isTracing()) return call()
  const { hostname } = new URL(url)
  const attributes = { 'http.request.method': method, 'server.address': hostname }
  return traced({ name: `${method} ${hostname}`, kind: 'client', attributes }, async (span) => {
    const response = await call()
    span.set({ 'http.response.status_code': response.status })
    if (response.status >= 400) span.fail(String(response.status))
    return response
  })
}

export function isTracing(): boolean {
  return holder().tracing !== null
}

/** The span that is running, for logs and problems; null without tracing. */
export function currentTrace(): TraceIds | null {
  return holder().tracing?.current() ?? null
}

/** The function, to be called later in the span that is running now. */
export function bindToTrace<F extends (...args: never[]) => unknown>(call: F): F {
  return holder().tracing?.bind(call) ?? call
}
