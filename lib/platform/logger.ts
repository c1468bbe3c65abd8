import pino, { type Logger as PinoLogger } from 'pino'
import { processSingleton } from '@/lib/config/process-singleton'
import { currentTrace } from '@/lib/platform/trace'

const SECRET_PATHS = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'refresh_token',
  'access_token',
]

/** Fields in snake_case, as docs/observability.md lists them; any other name does not compile. */
type Fields<T> = { [Name in keyof T]: Name extends Lowercase<Name & string> ? T[Name] : never }

interface LogMethod {
  <T extends object>(fields: T & Fields<T>, message: string): void
  (message: string, ...values: unknown[]): void
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug'
type Logger = Pick<PinoLogger, 'level' | 'isLevelEnabled'> & Record<Level, LogMethod>

/**
 * The process's logger: one JSON object per line on standard output, times in UTC, known secret
 * fields masked at the top level and one level below. JSON escapes values, so that nothing a client
 * sends can forge a line.
 */
export function logger(): Logger {
  return processSingleton('logger', () =>
    pino({
      level: 'info',
      base: null,
      mixin: traceFields,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS.flatMap((path) => [path, `*.${path}`]), censor: '[masked]' },
      serializers: { error: pino.stdSerializers.err },
    }),
  )
}

/** The ids of the trace, so that a line leads to it. */
function traceFields(): Record<string, string> {
  const trace = currentTrace()
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId } : {}
}
