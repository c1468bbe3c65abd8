import { readdirSync } from 'node:fs'
import type { ReactNode } from 'react'
import type { RouteHandler } from '@/lib/http/define-route'
import { makeSession } from '@/tests/kit/make-user'
import { pageCookie } from '@/tests/kit/sessions'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import type { ServerAction } from '@/lib/web/define-action'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const files = () => readdirSync('app', { recursive: true, encoding: 'utf8' }).sort()

/** A method of an API route. */
export interface Operation {
  name: string
  method: string
  /** As in the file tree: `/api/v1/me/sessions/[id]`. */
  path: string
  handler: RouteHandler
}

/** Every operation of the API, read from the file tree. */
export async function apiOperations(): Promise<Operation[]> {
  const routes = files().filter((file) => file.startsWith('api/v1/') && file.endsWith('/route.ts'))
  const operations = routes
    .filter((file) => !file.includes('[...'))
    .map(async (file) => {
      const folder = file.replace(/\/route\.ts$/, '')
      const exported = (await import(`@/app/${folder}/route.ts`)) as Record<
        string,
        RouteHandler | undefined
      >
      return METHODS.flatMap((method) => {
        const handler = exported[method]
        return handler
          ? [{ name: `${method} /${folder}`, method, path: `/${folder}`, handler }]
          : []
      })
    })
  return (await Promise.all(operations)).flat()
}

/** A method of an endpoint among the pages. */
export interface PageEndpoint {
  name: string
  method: string
  path: string
  handler: (
    request: Request,
    route: { params: Promise<Record<string, string>> },
  ) => Promise<Response>
}

/** Every endpoint that is not a page, outside the API, read from the file tree. */
export async function pageEndpoints(): Promise<PageEndpoint[]> {
  const routes = files().filter((file) => !file.startsWith('api/') && file.endsWith('/route.ts'))
  const endpoints = routes.map(async (file) => {
    const path = `/${file.replace(/\/route\.ts$/, '')}`
    const exported = (await import(`@/app${path}/route.ts`)) as Record<
      string,
      PageEndpoint['handler'] | undefined
    >
    return METHODS.flatMap((method) => {
      const handler = exported[method]
      return handler ? [{ name: `${method} ${path}`, method, path, handler }] : []
    })
  })
  return (await Promise.all(endpoints)).flat()
}

/** Calls an endpoint among the pages without cookies, as its own page would. */
export function callEndpoint(
  { method, path, handler }: PageEndpoint,
  address: string,
): Promise<Response> {
  const given = Object.fromEntries(parametersOf(path).map((name) => [name, NOBODY]))
  const page = path.replaceAll(/\[(\w+)\]/g, NOBODY)
  const headers = {
    origin: 'http://localhost:3000',
    'x-gatehouse-page': page,
    'x-gatehouse-remote-address': address,
  }
  const request = new Request(`http://localhost:3000${page}`, { method, headers })
  return handler(request, { params: Promise.resolve(given) })
}

/** A server action and the page that its form is on. */
export interface PageAction {
  page: string
  name: string
  action: ServerAction
}

/** Every server action, read from the file tree. */
export async function pageActions(): Promise<PageAction[]> {
  const actions = files()
    .filter((file) => file.endsWith('/actions.ts'))
    .map(async (file) => {
      const folder = file.replace(/\/actions\.ts$/, '')
      const exported = (await import(`@/app/${folder}/actions.ts`)) as Record<string, ServerAction>
      return Object.entries(exported).map(([name, action]) => ({
        page: `/${folder}`,
        name,
        action,
      }))
    })
  return (await Promise.all(actions)).flat()
}

/** An id that doesn't exist, for path parameters. */
const NOBODY = '019335e0-0000-7000-8000-00000000000a'
let networks = 0

/** A client address in an unused network, formatted as the gateway records it. */
export function freshAddress(): string {
  return `2001:db8:${(++networks).toString(16)}::1`
}

/** The names of a path's parameters. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name!)
}

/**
 * Calls an operation as that user in a new session, or with an API key. A string or form as body is
 * sent unchanged.
 */
export async function callOperation(
  { handler, method, path }: Operation,
  sent: {
    as?: string
    key?: string
    address?: string
    body?: unknown
    query?: Record<string, string>
    params?: Record<string, string>
    headers?: Record<string, string>
  },
): Promise<Response> {
  const { as, key, address = freshAddress(), body, query = {}, params } = sent
  const headers = new Headers({ ...sent.headers, 'x-gatehouse-remote-address': address })
  const token = as ? (await makeSession(as, testContext())).accessToken : key
  if (token) headers.set('authorization', `Bearer ${token}`)
  const form = body instanceof FormData ? body : null
  if (body !== undefined && !form) headers.set('content-type', 'application/json')
  const url = new URL(`http://localhost:3000${path.replaceAll(/[[\]]/g, '')}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(url, { method, headers, body: form ?? text })
  const given = Object.fromEntries(parametersOf(path).map((name) => [name, NOBODY]))
  return handler(request, { params: Promise.resolve({ ...given, ...params }) })
}

/** Submits a form of a page as that user in a new session. */
export async function submitForm(
  { page, action }: PageAction,
  fields: Record<string, string>,
  { as, address = freshAddress() }: { as?: string; address?: string } = {},
): Promise<Response> {
  const headers: Record<string, string> = { 'x-gatehouse-remote-address': address }
  if (as) headers.cookie = await pageCookie(as)
  return submitAction(action, { page: page.replaceAll(/\[\w+\]/g, NOBODY), fields, headers })
}

/** A page, as Next calls it. */
export interface Page {
  /** As in the file tree: `/dashboard/users/[id]`. */
  path: string
  render: (props: {
    params: Promise<Record<string, string>>
    searchParams: Promise<Record<string, string>>
  }) => Promise<ReactNode>
}

/** Every page of the dashboard, read from the file tree. */
export async function dashboardPages(): Promise<Page[]> {
  const pages = files()
    .filter((file) => /^dashboard\/(.*\/)?page\.tsx$/.test(file))
    .map(async (file) => {
      const path = `/${file.replace(/\/page\.tsx$/, '')}`
      const exported = (await import(`@/app${path}/page.tsx`)) as { default: Page['render'] }
      return { path, render: exported.default }
    })
  return Promise.all(pages)
}
