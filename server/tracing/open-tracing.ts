import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { traceWith } from '@/lib/platform/trace'
import type { OtlpTracing } from '@/server/tracing/otlp-tracing'

const holder = () =>
  processSingleton<{ otlp: OtlpTracing | null }>('otlp-tracing', () => ({ otlp: null }))

/** What records the spans of requests; null without tracing. */
export function openedTracing(): OtlpTracing | null {
  return holder().otlp
}

/**
 * Starts tracing if the OTEL_ variables ask for it. Call it before the database is opened. The
 * packages are loaded only then. Returns what flushes and ends it.
 */
export async function openTracing(): Promise<() => Promise<void>> {
  const { tracing } = settings()
  if (!tracing) return async () => {}
  const { openOtlpTracing } = await import('@/server/tracing/otlp-tracing')
  const otlp = openOtlpTracing(tracing)
  holder().otlp = otlp
  traceWith(otlp)
  return async () => {
    await otlp.close()
    holder().otlp = null
    traceWith(null)
  }
}
