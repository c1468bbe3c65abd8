import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { dashboardRoutes } from '@/lib/http/pages/dashboard-routes'
import { findWebRoute, publicRoutes } from '@/lib/http/pages/page-routes'
import { pageActions } from '@/lib/testing/declared-handlers'
import type { DownloadHandler } from '@/lib/web/define-get'

/** Pages without a path of their own, which only the gate or Next renders. */
const INTERNAL = ['/forbidden']

const pathOf = (file: string) => `/${file.split('/').slice(1, -1).join('/')}`
const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
const pages = files.filter((file) => file.endsWith('/page.tsx')).map(pathOf)
const routes = files.filter((file) => file.endsWith('/route.ts')).map(pathOf)
const otherRoutes = routes.filter((path) => !path.startsWith('/api/'))
const actions = await pageActions()
/** A concrete path of the page, with an id for each `[id]`. */
const addressOf = (path: string) =>
  path.startsWith('/dashboard/')
    ? path.replaceAll(/\[\w+\]/g, '019335e0-0000-7000-8000-00000000000a')
    : path
const table = [...dashboardRoutes, ...publicRoutes]

beforeAll(() => void loadSettings({ PORT: '3000' }))

describe('the route tables', () => {
  it('list every page, and nothing but pages', () => {
    const listed = table
      .filter((route) => !('endpoint' in route || 'download' in route))
      .map(({ path }) => path as string)
    expect([...listed, ...INTERNAL].sort()).toEqual(pages.sort())
  })

  it('list every endpoint and download', () => {
    const listed = table.filter((route) => 'endpoint' in route || 'download' in route)
    expect(listed.map(({ path }) => path as string).sort()).toEqual(otherRoutes.sort())
  })

  it('list no path twice', () => {
    expect(new Set(table.map(({ path }) => path)).size).toBe(table.length)
  })

  it('match every dashboard page by its path, but not by its placeholder', () => {
    for (const { path } of dashboardRoutes) {
      expect(findWebRoute(addressOf(path))).not.toBeNull()
      if (path.includes('[')) expect(findWebRoute(path)).toBeNull()
    }
  })

  it.each([
    '/docs/errors/',
    '/docs/errors/a/b',
    '/__proto__',
    '/constructor',
    '/dashboard/__proto__',
  ])('do not match %s', (path) => {
    expect(findWebRoute(path)).toBeNull()
  })
})

describe.each(actions)('the action $name of $page', ({ page, action }) => {
  it('requires the same permission as its page', () => {
    const { access } = findWebRoute(addressOf(page))!
    const { permission } = typeof access === 'string' ? { permission: undefined } : access
    expect(action.definition.access).toEqual(
      permission === undefined ? 'public' : permission === null ? 'authenticated' : { permission },
    )
  })
})

const downloads = dashboardRoutes.filter((route) => 'download' in route)

describe.each(downloads)('the file $path', ({ path, permission }) => {
  it('requires the permission in the route table', async () => {
    const { GET } = (await import(`@/app${path}/route.ts`)) as { GET: DownloadHandler }
    expect(GET.access).toEqual(permission === null ? 'authenticated' : { permission })
  })
})

const insidePages = dashboardRoutes
  .filter((route) => !('download' in route))
  .map(({ path }) => path)

describe.each(insidePages)('the page %s', (path) => {
  it('checks the session itself, with its own path', () => {
    const file = `app${path}/page.tsx`
    expect(existsSync(file)).toBe(true)
    const source = readFileSync(file, 'utf8')
    const [, asked = ''] = /requirePage\(([^)]+)\)/.exec(source) ?? []
    const constant = new RegExp(`const ${asked} = '([^']+)'`).exec(source)?.[1]
    expect(constant ?? asked.slice(1, -1)).toBe(path)
  })
})
