import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { logger } from '@/lib/platform/logger'
import { answerProblem, problemBody } from '@/server/answer-problem'
import { allowedMethods, routeTable, type RouteFile, type RouteMatch } from '@/server/route-table'

/** Answers /api/v1 without Next: the functions that the route files export, called through a light Request adapter. */
export type ApiLane = (req: IncomingMessage, res: ServerResponse, path: string, requestId: string) => void

interface Call {
  match: RouteMatch
  path: string
  requestId: string
}

/** Makes the lane out of the route files. */
export function makeApiLane(files: readonly RouteFile[]): ApiLane {
  const find = routeTable(files)
  const calls = new WeakMap<IncomingMessage, Call>()
  const listener = getRequestListener(
    (request, { incoming }) => callRoute(request, calls.get(incoming as IncomingMessage)!),
    { overrideGlobalObjects: false },
  )
  return (req, res, path, requestId) => {
    const match = find(path)
    if (!match) return answerProblem(res, requestId, { code: 'not_found' }, path)
    const allowed = allowedMethods(match)
    if (!allowed.includes(req.method ?? '') && req.method !== 'OPTIONS')
      return answerProblem(
        res,
        requestId,
        { code: 'method_not_allowed', headers: { Allow: allowed.join(', ') } },
        path,
      )
    calls.set(req, { match, path, requestId })
    listener(req, res).catch((error: unknown) => {
      logger().error({ error, request_id: requestId }, 'an answer could not be written')
      answerProblem(res, requestId, { code: 'internal_error' }, path)
    })
  }
}

async function callRoute(request: Request, { match, path, requestId }: Call): Promise<Response> {
  const { handlers, params } = match
  const handler =
    handlers.get(request.method) ?? (request.method === 'HEAD' ? handlers.get('GET') : undefined)
  if (!handler)
    return new Response(null, {
      status: 204,
      headers: { Allow: [...allowedMethods(match), 'OPTIONS'].join(', ') },
    })
  try {
    const response = await handler(request, { params: Promise.resolve(params) })
    return request.method === 'HEAD' ? new Response(null, response) : response
  } catch (error) {
    logger().error({ error, request_id: requestId }, 'a route failed')
    const body = problemBody({ code: 'internal_error' }, requestId, path)
    return new Response(body, {
      status: 500,
      headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
    })
  }
}
