import type { Operation } from '@/app/docs/reference/read-reference'

/** A command that calls an operation, ready to paste into a terminal; the token is a variable. */
export function curlLine(operation: Operation, baseUrl: string): string {
  const { method, access, body, headers } = operation
  const url = baseUrl + exampleAddress(operation)
  const implied = method === 'GET' || (method === 'POST' && body !== null)
  const lines = [
    `curl ${implied ? '' : `-X ${method} `}${quoted(url)}`,
    ...(access === 'public' ? [] : ['-H "Authorization: Bearer $ACCESS_TOKEN"']),
    ...headers
      .filter(({ required }) => required)
      .map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...bodyOptions(operation),
  ]
  return lines.join(' \\\n  ')
}

/** The path with example values, and the query with its required parameters. */
function exampleAddress({ path, pathParameters, queryParameters }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters.find((parameter) => parameter.name === name)?.example ?? ''),
  )
  const query = new URLSearchParams(
    queryParameters.filter(({ required }) => required).map(({ name, example }) => [name, example]),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}

function bodyOptions({ body }: Operation): string[] {
  const [type] = body?.mediaTypes ?? []
  if (!body || !type) return []
  const [example] = body.examples
  if (type === 'application/json' && example) return [`--json ${quoted(example)}`]
  if (type === 'multipart/form-data') return ["-F 'file=@file'"]
  if (type === 'application/x-www-form-urlencoded')
    return Object.entries(JSON.parse(example ?? '{}') as Record<string, unknown>).map(
      ([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`,
    )
  return [`-H ${quoted(`Content-Type: ${type}`)}`, "--data-binary '@file'"]
}

/** A word of a POSIX shell; only quoted if it needs it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
