import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { permissionsFor } from '@/lib/access/permission-access'
import { loadSettings } from '@/lib/config/settings'
import { pageFolders } from '@/lib/http/pages/generated/page-folders'
import {
  type FilePath,
  findPage,
  isPublic,
  navigationOf,
  pageTable,
} from '@/lib/http/pages/page-table'
import { messagesFor } from '@/lib/i18n/messages'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { pageActions } from '@/tests/kit/contract/declared-handlers'
import type { DownloadHandler } from '@/lib/web/define-download'

/** Pages without a path of their own, which only the gate or Next renders. */
const INTERNAL = ['/forbidden', '/no-provider']

const pathOf = (file: string) => `/${file.split('/').slice(1, -1).join('/')}`
const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
const pages = files.filter((file) => file.endsWith('/page.tsx')).map(pathOf)
const routes = files.filter((file) => file.endsWith('/route.ts')).map(pathOf)
const otherRoutes = routes.filter((path) => !path.startsWith('/api/'))
const declarations = files.filter((file) => file.endsWith('/pages.ts'))
const actions = await pageActions()
const isPage = ({ download, endpoint }: (typeof pageTable)[number]) => !download && !endpoint
const insidePages = pageTable.filter(({ access }) => !isPublic(access))
/** A concrete path of the page, with an id for each `[id]`. */
const addressOf = (path: string) =>
  path.startsWith('/dashboard/')
    ? path.replaceAll(/\[\w+\]/g, '019335e0-0000-7000-8000-00000000000a')
    : path

beforeAll(() => void loadSettings({ PORT: '3000' }))

describe('the page table', () => {
  it('includes every pages.ts; if not, run node scripts/generate.mjs', () => {
    const folders = declarations.map((file) => file.slice('app'.length, -'/pages.ts'.length))
    expect(Object.keys(pageFolders).sort()).toEqual(folders.sort())
  })

  it('lists every page, and nothing but pages', () => {
    const listed = pageTable.filter(isPage).map(({ path }) => path)
    expect([...listed, ...INTERNAL].sort()).toEqual(pages.sort())
  })

  it('lists every endpoint and download', () => {
    const listed = pageTable.filter((page) => !isPage(page)).map(({ path }) => path)
    expect(listed.sort()).toEqual(otherRoutes.sort())
  })

  it('lists no path twice', () => {
    expect(new Set(pageTable.map(({ path }) => path)).size).toBe(pageTable.length)
  })

  it('protects exactly the pages below /dashboard', () => {
    const below = pageTable.filter(({ path }) => /^\/dashboard(\/|$)/.test(path))
    expect(insidePages).toEqual(below)
  })

  it('matches every dashboard page by its path, but not by its placeholder', () => {
    for (const { path } of insidePages) {
      expect(findPage(addressOf(path))?.path).toBe(path)
      if (path.includes('[')) expect(findPage(path)).toBeNull()
    }
  })

  it.each([
    '/docs/errors/',
    '/docs/errors/a/b',
    '/__proto__',
    '/constructor',
    '/dashboard/__proto__',
  ])('does not match %s', (path) => {
    expect(findPage(path)).toBeNull()
  })
})

describe.each(declarations)('the declarations in %s', (file) => {
  it('import nothing but constants, because the page proxy and the browser load them', () => {
    const imports = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)]
    const [first, ...others] = imports.map(([, from]) => from!)
    expect(first).toBe('@/lib/http/pages/define-pages')
    for (const from of others)
      expect(readFileSync(`${from.replace('@/', '')}.ts`, 'utf8')).not.toMatch(/^import /m)
  })
})

it('a page can take a file only if it declares the size limit', () => {
  const one: FilePath = '/dashboard/uploads'
  // @ts-expect-error -- this page declares none
  const other: FilePath = '/dashboard/users'
  const limits = [one, other].map((path) => findPage(path)?.maxFileBytes)
  expect(limits).toEqual([MAX_UPLOAD_BYTES, undefined])
})

describe('the navigation', () => {
  const holder = (...permissions: string[]) =>
    navigationOf({ permissions: new Set(permissions) } as unknown as SessionPrincipal)

  it('starts with home, and lists only pages for everyone to users without permissions', () => {
    expect(holder()[0]?.path).toBe('/dashboard')
    expect(holder().map(({ access }) => access)).toEqual(holder().map(() => 'authenticated'))
    expect([...new Set(holder().map(({ navigation }) => navigation.group))]).toEqual([
      'general',
      'account',
    ])
  })

  it('lists administration pages before the own account, with the permission of each', () => {
    const listed = holder('settings:manage', 'payments:list', 'users:list')
    const first = listed.findIndex(({ navigation }) => navigation.group === 'administration')
    expect(listed[first + 4]?.navigation.group).toBe('account')
    expect(listed.slice(first, first + 4).map(({ title }) => title(messagesFor('en')))).toEqual([
      'Users',
      'Payments',
      'Webhooks',
      'Settings',
    ])
  })

  it('has one page at each position', () => {
    const positions = pageTable.flatMap(({ navigation }) =>
      navigation ? [`${navigation.group} ${navigation.order}`] : [],
    )
    expect(new Set(positions).size).toBe(positions.length)
  })
})

describe.each(actions)('the action $name of $page', ({ page, action }) => {
  it('requires a permission that opens its page', () => {
    const { access } = findPage(addressOf(page))!
    const { access: required } = action.definition
    if (typeof access === 'object' && typeof required === 'object')
      expect(permissionsFor(access)).toEqual(expect.arrayContaining([...permissionsFor(required)]))
    else expect(required).toEqual(isPublic(access) ? 'public' : access)
  })

  it('names no other page for the values in the path, or for the size of its file', () => {
    expect([undefined, page]).toContain(action.definition.page)
    expect([undefined, page]).toContain(action.definition.takesFileAt)
  })
})

it.each(pageTable.filter(({ live }) => live))(
  'the live topics of $path name only ids of its path',
  ({ path, live }) => {
    for (const [id] of live!.join(' ').matchAll(/\[\w+\]/g)) expect(path).toContain(id)
  },
)

const downloads = pageTable.filter(({ download }) => download)

describe.each(downloads)('the file $path', ({ path, access }) => {
  it('requires the permission in the page table', async () => {
    const { GET } = (await import(`@/app${path}/route.ts`)) as { GET: DownloadHandler }
    // The page proxy doesn't compare IDs: it leaves what owners may read to the route.
    const isOwnable = typeof GET.access === 'object' && GET.access.unlessOwn !== undefined
    expect(isOwnable ? 'authenticated' : GET.access).toEqual(access)
  })
})

interface PageModule {
  default: { path?: string }
  generateMetadata?: { path?: string }
}

const pageModule = async (path: string) =>
  (await import(`@/app${path.replace(/\/$/, '')}/page.tsx`)) as PageModule

/** `definePage` writes the path on what it made. */
describe.each(pageTable.filter(isPage))('the page $path', ({ path, title }) => {
  it('is shown only to users who may open it: definePage made it, with its own path', async () => {
    expect((await pageModule(path)).default.path).toBe(path)
  })

  it('has its declared title, or composes one for users who may open it', async () => {
    const { generateMetadata } = await pageModule(path)
    const missing = title === null && generateMetadata === undefined
    expect(missing ? path : generateMetadata?.path).toBe(path)
  })
})
