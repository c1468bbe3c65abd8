import { Readable } from 'node:stream'
import { processSingleton } from '@/lib/config/process-singleton'
import type { ApiRequest } from '@/lib/http/api-request'
import type { RouteHandler } from '@/lib/http/define-route'
import { REMOTE_ADDRESS } from '@/lib/http/gateway-headers'
import { pageExchange } from '@/lib/http/pages/page-exchange'
import { impersonationRuleOf } from '@/lib/http/route-declaration'
import { readSessionCookies } from '@/lib/http/session-cookies'
import { endChunks } from '@/lib/http/web-stream'

interface Read {
  /** As in the file tree: `/api/v1/users/[id]`. */
  path: string
  handler: RouteHandler
}

/** Longer answers are cut off: they are for reading. */
const MAX_CHARACTERS = 65_536
/** What a route may know about the browser. */
const PASSED_ON = new Set([REMOTE_ADDRESS, 'x-forwarded-for', 'user-agent', 'accept-language'])

const holder = () =>
  processSingleton<{ reads: ReadonlyMap<string, Read> }>('api-reads', () => ({ reads: new Map() }))

/** Makes the operations that only read available to `callRead`. Called at startup. */
export function publishReads(
  files: readonly { path: string; handlers: Record<string, unknown> }[],
): void {
  const reads = files.flatMap(({ path, handlers }) => {
    const handler = handlers.GET as RouteHandler | undefined
    if (!handler?.declaration || !isRead(handler)) return []
    return [[handler.declaration.operationId, { path, handler }] as const]
  })
  holder().reads = new Map(reads)
}

/**
 * Public GETs include callbacks of providers, which use up what they are given. One that is refused
 * while viewing as a user records that it handed out their data.
 */
function isRead({ declaration }: RouteHandler): boolean {
  const { access, page, streams } = declaration
  if (access === 'public' || access === 'signed' || page || streams) return false
  return impersonationRuleOf(declaration, 'GET') === 'allowed'
}

/** Whether a page can call the operation for its user. */
export function isCallable(operationId: string): boolean {
  return holder().reads.has(operationId)
}

export interface ReadAnswer {
  status: number
  /** The body, formatted; null for a file. */
  text: string | null
  /** Whether only the beginning of the body is shown. */
  shortened: boolean
}

/**
 * Calls a reading operation of the API for the user of a page, with all its checks. The token of
 * the page's session stays on the server: no script sees it, and over HTTP the API refuses it as
 * before. Null if there is no such operation.
 */
export async function callRead(
  operationId: string,
  given: { params: Record<string, string>; query: Record<string, string>; headers: Headers },
): Promise<ReadAnswer | null> {
  const read = holder().reads.get(operationId)
  if (!read) return null
  const params: Record<string, string> = {}
  const path = read.path.replace(/\[(\w+)\]/g, (_, name: string) => {
    params[name] = given.params[name] ?? ''
    return encodeURIComponent(params[name])
  })
  const answer = await read.handler.answer(requestOf(path, given), params)
  if (answer.chunks) {
    endChunks(answer.chunks)
    return { status: answer.status, text: null, shortened: false }
  }
  const text = formatted(answer.text ?? '')
  return {
    status: answer.status,
    text: text.slice(0, MAX_CHARACTERS),
    shortened: text.length > MAX_CHARACTERS,
  }
}

function requestOf(
  path: string,
  { query, headers }: { query: Record<string, string>; headers: Headers },
): ApiRequest {
  const { access } = readSessionCookies(headers.get('cookie'))
  return {
    method: 'GET',
    path,
    surface: 'web',
    requestId: headers.get('x-request-id') ?? '',
    query: () => new URLSearchParams(query),
    header: (name) => {
      if (name === 'authorization') return access && `Bearer ${access}`
      return PASSED_ON.has(name) ? headers.get(name) : null
    },
    isGone: () => pageExchange()?.isGone() ?? false,
    readBody: async () => new Uint8Array(),
    bodyStream: () => Readable.from([]),
  }
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
