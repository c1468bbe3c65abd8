import { type Operation } from '@/tests/kit/contract/api-document'
import { EDGE_BODIES, EDGE_JSON, EDGE_QUERY, EDGE_SEGMENTS } from '@/tests/kit/contract/edge-values'

/**
 * A request that an operation accepts: the values of its parameters and, where it takes one, a
 * body.
 */
export interface Sample {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body?: unknown
  /** Replaces a body with fields. */
  file?: { type: string; text: string }
}

/** A request to send: `body` as sent over the wire. */
export interface Case {
  /** Relative to /api/v1. */
  path: string
  body?: string
  type?: string
}

type Json = Record<string, unknown>
type Place = readonly (string | number)[]

/** The sample unchanged. */
export function plainCase(operation: Operation, { params, query, body, file }: Sample): Case {
  const path = pathOf(operation, params) + queryOf(query)
  if (file) return { path, body: file.text, type: file.type }
  return body === undefined ? { path } : { path, body: JSON.stringify(body), type: JSON_TYPE }
}

/**
 * Every request that differs from a sample in one place by an edge value. `sample` is called for
 * each of them, so that unique values stay unique.
 */
export function* edgeCases(operation: Operation, sample: () => Sample): Generator<Case> {
  yield* pathCases(operation, sample)
  yield* queryCases(operation, sample)
  yield* operation.body
    ? bodyCases(operation, operation.body, sample)
    : uninvitedBodies(operation, sample)
  for (const type of operation.files)
    for (const body of EDGE_BODIES) yield { ...plainCase(operation, sample()), body, type }
}

const JSON_TYPE = 'application/json'

function* pathCases(operation: Operation, sample: () => Sample): Generator<Case> {
  for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'path'))
    for (const segment of EDGE_SEGMENTS) {
      const { params, ...rest } = sample()
      const { path: _, ...json } = plainCase(operation, { params, ...rest })
      yield {
        path: pathOf(operation, { ...params, [name]: segment }) + queryOf(rest.query),
        ...json,
      }
    }
}

function* queryCases(operation: Operation, sample: () => Sample): Generator<Case> {
  const withQuery = (change: (query: Readonly<Record<string, string>>) => string): Case => {
    const made = sample()
    return {
      ...plainCase(operation, made),
      path: pathOf(operation, made.params) + change(made.query),
    }
  }
  for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
    for (const value of EDGE_QUERY) yield withQuery((query) => queryOf({ ...query, [name]: value }))
    yield withQuery(({ [name]: _, ...query }) => queryOf(query))
    yield withQuery((query) => `${queryOf({ ...query, [name]: 'x' })}&${name}=x`)
    yield withQuery(({ [name]: value = 'x', ...query }) =>
      queryOf({ ...query, [`${name}[]`]: value }),
    )
    yield withQuery(({ [name]: value = 'x', ...query }) =>
      queryOf({ ...query, [`${name}[a]`]: value }),
    )
  }
  for (const extra of [
    '__proto__=x',
    'constructor=x',
    '=x',
    '=',
    '&&',
    `${'a&'.repeat(2000)}`,
    '%00=%00',
  ])
    yield withQuery(
      (query) => `${queryOf(query)}${Object.keys(query).length > 0 ? '&' : '?'}${extra}`,
    )
}

function* bodyCases(operation: Operation, schema: Json, sample: () => Sample): Generator<Case> {
  const send = (made: Sample, body: string): Case => ({
    ...plainCase(operation, made),
    body,
    type: JSON_TYPE,
  })
  for (const body of EDGE_BODIES) yield send(sample(), body)
  for (const place of placesIn(sample().body, schema)) {
    const without = sample()
    yield send(without, written(without.body, place, null))
    for (const value of EDGE_JSON) {
      const made = sample()
      yield send(made, written(made.body, place, value))
    }
  }
}

/** An operation without a body must ignore one, whatever it contains. */
function* uninvitedBodies(operation: Operation, sample: () => Sample): Generator<Case> {
  if (operation.files.length > 0 || operation.method === 'GET') return
  for (const body of ['{"a":1}', '{', '\u0000'])
    yield { ...plainCase(operation, sample()), body, type: JSON_TYPE }
}

/** Every field of a sample, including nested ones and those that only the schema has. */
function placesIn(value: unknown, schema: Json): Place[] {
  if (Array.isArray(value)) return value.length > 0 ? [[0]] : []
  if (typeof value !== 'object' || value === null) return []
  const forms = [schema, ...((schema.anyOf as Json[] | undefined) ?? [])]
  const declared = forms.flatMap(({ properties }) =>
    Object.entries((properties as Record<string, Json>) ?? {}),
  )
  const schemas = new Map<string, Json>(declared)
  const names = new Set([...Object.keys(value), ...schemas.keys()])
  return [...names].flatMap((name) => [
    [name],
    ...placesIn((value as Json)[name], schemas.get(name) ?? {}).map((place) => [name, ...place]),
  ])
}

/** The sample as JSON with a raw value at that place, or (null) without the field. */
function written(sample: unknown, place: Place, raw: string | null): string {
  const MARK = '\u2603 raw \u2603'
  const copy: unknown = structuredClone(sample)
  let holder = copy as Record<string | number, unknown>
  for (const step of place.slice(0, -1)) holder = holder[step] as typeof holder
  const last = place.at(-1)!
  if (raw === null) delete holder[last]
  else holder[last] = MARK
  return JSON.stringify(copy).replace(JSON.stringify(MARK), () => raw ?? '')
}

function pathOf({ path }: Operation, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x')
}

function queryOf(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
