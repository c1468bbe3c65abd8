import { readdirSync } from 'node:fs'
import type { RouteHandler } from '@/lib/http/define-route'
import type { ActionHandler } from '@/lib/web/define-action'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const files = () => readdirSync('app', { recursive: true, encoding: 'utf8' }).sort()

/** One method of one address of the API. */
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
      const exported = (await import(`@/app/${folder}/route.ts`)) as Record<string, RouteHandler | undefined>
      return METHODS.flatMap((method) => {
        const handler = exported[method]
        return handler ? [{ name: `${method} /${folder}`, method, path: `/${folder}`, handler }] : []
      })
    })
  return (await Promise.all(operations)).flat()
}

/** Every page that has forms, with what they post to. */
export async function pageActions(): Promise<{ page: string; action: ActionHandler }[]> {
  const actions = files().filter((file) => file.endsWith('/action/route.ts'))
  return Promise.all(
    actions.map(async (file) => {
      const folder = file.replace(/\/action\/route\.ts$/, '')
      const { POST } = (await import(`@/app/${folder}/action/route.ts`)) as { POST: ActionHandler }
      return { page: `/${folder}`, action: POST }
    }),
  )
}
