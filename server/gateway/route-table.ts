import type { RouteHandler } from '@/lib/http/define-route'

/** A route file: its path as in the file tree (`/api/v1/me/sessions/[id]`) and its exports. */
export interface RouteFile {
  path: string
  handlers: Record<string, unknown>
}

export interface RouteMatch {
  path: string
  handlers: Map<string, RouteHandler>
  params: Record<string, string>
}

interface Node {
  children: Map<string, Node>
  dynamic: { name: string; node: Node } | null
  rest: { name: string; route: RouteFile } | null
  route: RouteFile | null
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Builds a matcher for route files by the rules of Next's file tree: a literal segment before
 * `[name]` before `[...name]`. Dynamic values are percent-decoded; a path that cannot be decoded
 * matches nothing.
 */
export function routeTable(files: readonly RouteFile[]): (path: string) => RouteMatch | null {
  const root = emptyNode()
  for (const file of files) insert(root, file)
  const handlers = new Map(files.map((file) => [file, handlersOf(file)]))
  const literal = new Map<string, RouteMatch>()
  for (const file of files)
    if (!file.path.includes('['))
      literal.set(file.path, { path: file.path, handlers: handlers.get(file)!, params: {} })
  return (path) => {
    const direct = literal.get(path)
    if (direct) return direct
    const found = walk(root, path.slice(1).split('/'), 0)
    if (!found) return null
    try {
      const params = Object.fromEntries(
        found.params.map(([name, value]) => [name, decodeURIComponent(value)]),
      )
      return { path: found.route.path, handlers: handlers.get(found.route)!, params }
    } catch {
      return null
    }
  }
}

/** The methods of a route, for the Allow header (RFC 9110 §10.2.1). GET includes HEAD. */
export function allowedMethods({ handlers }: RouteMatch): string[] {
  return METHODS.filter(
    (method) => handlers.has(method) || (method === 'HEAD' && handlers.has('GET')),
  )
}

function emptyNode(): Node {
  return { children: new Map(), dynamic: null, rest: null, route: null }
}

function insert(root: Node, file: RouteFile): void {
  let node = root
  for (const segment of file.path.slice(1).split('/')) {
    const rest = /^\[\.\.\.(\w+)\]$/.exec(segment)
    if (rest) {
      node.rest = { name: rest[1]!, route: file }
      return
    }
    const dynamic = /^\[(\w+)\]$/.exec(segment)
    if (dynamic) {
      node.dynamic ??= { name: dynamic[1]!, node: emptyNode() }
      node = node.dynamic.node
    } else {
      const child = node.children.get(segment) ?? emptyNode()
      node.children.set(segment, child)
      node = child
    }
  }
  node.route = file
}

function walk(
  node: Node,
  segments: string[],
  index: number,
): { route: RouteFile; params: [string, string][] } | null {
  if (index === segments.length) return node.route ? { route: node.route, params: [] } : null
  const segment = segments[index]!
  const literal = node.children.get(segment)
  const byLiteral = literal && walk(literal, segments, index + 1)
  if (byLiteral) return byLiteral
  const byName =
    node.dynamic && segment !== '' ? walk(node.dynamic.node, segments, index + 1) : null
  if (byName) return { ...byName, params: [[node.dynamic!.name, segment], ...byName.params] }
  if (!node.rest) return null
  return { route: node.rest.route, params: [[node.rest.name, segments.slice(index).join('/')]] }
}

function handlersOf(file: RouteFile): Map<string, RouteHandler> {
  return new Map(
    METHODS.flatMap((method) => {
      const handler = file.handlers[method]
      return isRouteHandler(handler) ? [[method, handler] as const] : []
    }),
  )
}

/** Only handlers made by `defineRoute` are served here, because they enforce access themselves. */
function isRouteHandler(handler: unknown): handler is RouteHandler {
  return typeof handler === 'function' && 'answer' in handler
}
