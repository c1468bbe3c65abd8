import type { Operation } from '@/app/docs/reference/read-reference'
import { tryField, type TryResult, type TryValues } from '@/app/docs/try-it'
import { callRead } from '@/lib/http/call-read'

/** Longer values are no parameters. */
const MAX_LENGTH = 500

/** The values of the form in the query of the page. */
export function tryValues(
  operation: Operation,
  query: Readonly<Record<string, string | string[] | undefined>>,
): TryValues {
  const { pathParameters, queryParameters } = operation
  const fields = [
    ...pathParameters.map(({ name }) => tryField('path', name)),
    ...queryParameters.map(({ name }) => tryField('query', name)),
  ]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = query[field]
      return typeof value === 'string' && value !== '' ? [[field, value.slice(0, MAX_LENGTH)]] : []
    }),
  )
}

/**
 * Sends the request of the form. A link or a form of another site sends nothing: it must not decide
 * what is asked in the user's name, even if only the user sees the answer.
 */
export async function runTry(
  { operationId, pathParameters, queryParameters }: Operation,
  values: TryValues,
  headers: Headers,
): Promise<TryResult> {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return 'not-from-here'
  const pick = (place: 'path' | 'query', parameters: readonly { name: string }[]) =>
    Object.fromEntries(
      parameters.flatMap(({ name }) => {
        const value = values[tryField(place, name)]
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const params = pick('path', pathParameters)
  return callRead(operationId, { params, query: pick('query', queryParameters), headers })
}
