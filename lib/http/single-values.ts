import { refuse, type Refusal } from '@/lib/platform/problems'

/**
 * The parameters of a query by their names. One that comes twice is refused: who reads it next might take the other value (parameter
 * pollution).
 */
export function singleValues(query: URLSearchParams): { ok: true; values: Record<string, string> } | Refusal {
  const seen = new Set<string>()
  const repeated = new Set([...query.keys()].filter((name) => seen.has(name) || !seen.add(name)))
  if (repeated.size === 0) return { ok: true, values: Object.fromEntries(query) }
  const detail = 'Send this parameter only once.'
  const errors = [...repeated].map((name) => ({ pointer: `/${name}`, code: 'repeated', detail }))
  return refuse('validation_failed', { errors })
}
