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
 * What a proxy answers if the instance behind it is gone. Another one may take a second attempt.
 */
const INSTANCE_GONE: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Gets JSON from Gatehouse, at the second attempt if the connection of the first broke or its
 * instance was gone. Rejects if there is no answer in time, or one of unreasonable size.
 */
export async function getJson(
  url: string,
  context: GuardContext,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const signal = AbortSignal.timeout(context.timeoutMs)
  const first = await getOnce(url, context, { headers, signal }).catch((error: unknown) => {
    // `fetch` rejects with a TypeError if the connection fails, and with another error at a
    // timeout.
    if (error instanceof TypeError) return null
    throw error
  })
  const isAnswer = first && (!INSTANCE_GONE.has(first.status) || first.headers.has('retry-after'))
  return isAnswer ? first : getOnce(url, context, { headers, signal })
}

/** Follows no redirect, which could send a token to another host. */
async function getOnce(
  url: string,
  { fetch }: GuardContext,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<JsonAnswer> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal,
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
