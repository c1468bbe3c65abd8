import type { GuardContext } from './context.js'
import { readBody } from './read-body.js'

const MAX_BYTES = 256 * 1024

interface JsonAnswer {
  status: number
  headers: Headers
  /** The parsed body; null if it isn't JSON. */
  body: unknown
}

/**
 * Gets JSON from Gatehouse. Rejects if there is no answer in time, or one of unreasonable size.
 * Follows no redirect, which could send a token to another host.
 */
export async function getJson(
  url: string,
  { fetch, timeoutMs }: GuardContext,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const bytes = await readBody((answer.body ?? []) as AsyncIterable<Uint8Array>, MAX_BYTES)
  if (!bytes) throw new Error(`the answer has more than ${MAX_BYTES} bytes`)
  return { status: answer.status, headers: answer.headers, body: parse(bytes.toString('utf8')) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
