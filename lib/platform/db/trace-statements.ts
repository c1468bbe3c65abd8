import type pg from 'pg'
import { bindToTrace, isTracing, traced } from '@/lib/platform/trace'

type Query = (...args: unknown[]) => unknown
const MAX_TEXT = 2000

/**
 * Records a span for each statement of a pool, with its text but without its values. Does nothing
 * without tracing, which must be opened before the pool is used.
 */
export function traceStatements(pool: pg.Pool): void {
  if (!isTracing()) return
  const connect = pool.connect.bind(pool) as Query
  // The callback runs when another request releases its connection, so it is bound to this trace.
  pool.connect = ((...args: unknown[]) =>
    connect(
      ...args.map((arg) => (typeof arg === 'function' ? bindToTrace(arg as Query) : arg)),
    )) as typeof pool.connect
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    client.query = ((...args: unknown[]) => tracedQuery(query, args)) as typeof client.query
  })
}

function tracedQuery(query: Query, args: unknown[]): unknown {
  const [first] = args
  const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text
  // A submittable, such as a cursor, reports its end by events.
  if (typeof text !== 'string') return query(...args)
  const about = {
    name: /^\s*\w+/.exec(text)?.[0].trim().toUpperCase() ?? 'SQL',
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) },
  } as const
  const callback = args.at(-1)
  if (typeof callback !== 'function') return traced(about, () => query(...args) as Promise<unknown>)
  const back = bindToTrace(callback as Query)
  void traced(
    about,
    () =>
      new Promise<void>((resolve, reject) => {
        const settle = (error: Error | null, result: unknown) => {
          if (error) reject(error)
          else resolve()
          back(error, result)
        }
        query(...args.slice(0, -1), settle)
      }),
  ).catch(() => undefined)
  return undefined
}

/** Values are parameters; a literal would be a constant of the code, but is left out anyway. */
function withoutLiterals(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/'(?:[^']|'')*'?/g, "'?'")
}
