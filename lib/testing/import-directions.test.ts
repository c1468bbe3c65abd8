import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDERS = ['app', 'components', 'lib', 'server']
const MAX_LINES = 220
/** A suite may list more cases than a reader of the product has to bear in one file. */
const MAX_TEST_LINES = 350

/** Lower may not import higher. Features beside each other may, as long as they do not reach up. */
const LAYERS: [name: string, folder: RegExp][] = [
  // The catalog of sign-in providers is data that settings are named after.
  ['config', /^lib\/(config\/|external\/(catalog[\w-]*|proof)\.ts$)/],
  ['platform', /^lib\/platform\//],
  ['stores', /^lib\/.*\.store\.ts$/],
  ['features', /^lib\/(?!(auth|http|web|testing)\/)/],
  ['auth', /^lib\/auth\//],
  ['adapters', /^(lib\/(http|web)\/|(instrumentation|middleware)\.ts$)/],
  ['outside', /^(app|components|server)\//],
]
/** `processSingleton` has no dependency of its own; the settings need it to be one per process. */
const ALLOWED = new Set(['lib/config/settings.ts -> lib/config/process-singleton.ts'])

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const all = [...FOLDERS.flatMap(sources), 'instrumentation.ts', 'middleware.ts'].filter((path) => {
  try {
    return readFileSync(path).length >= 0
  } catch {
    return false
  }
})
const isTest = (path: string) => /\.test\.tsx?$|^lib\/testing\//.test(path)
const product = all.filter((path) => !isTest(path))

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
  )
  return [...statements].map(([, type, plain, dynamic]) => ({
    from: path,
    to: resolved(path, (plain ?? dynamic)!),
    typeOnly: Boolean(type),
  }))
}

function resolved(from: string, to: string): string {
  const path = to.startsWith('@/')
    ? to.slice(2)
    : to.startsWith('.')
      ? normalize(join(dirname(from), to))
      : null
  if (path === null) return to
  return (
    all.find((file) => file === `${path}.ts` || file === `${path}.tsx` || file === path) ?? path
  )
}

const layerOf = (path: string) => LAYERS.findIndex(([, folder]) => folder.test(path))
const imports = product.flatMap(importsOf)
const shown = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`)

describe('imports', () => {
  it('are found at all', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(shown(imports)).toContain('server/index.ts -> server/run-service.ts')
  })

  it('point down: app, server → web, http → auth → features → stores → platform → config', () => {
    const upward = imports.filter(
      ({ from, to }) => layerOf(to) > layerOf(from) && !(layerOf(from) === 2 && layerOf(to) === 3),
    )
    expect(shown(upward).filter((line) => !ALLOWED.has(line))).toEqual([])
  })

  it('of Prisma are made by stores and the database only', () => {
    const offenders = imports.filter(
      ({ from, to, typeOnly }) =>
        /^(@prisma\/|prisma\/generated)/.test(to) &&
        !typeOnly &&
        !/\.store\.ts$|^lib\/platform\/db\//.test(from),
    )
    expect(shown(offenders)).toEqual([])
  })

  it('of Prisma are not got around: who is no store hands db() and tx on, and asks nothing of them', () => {
    const offenders = product
      .filter((path) => !/\.store\.ts$|^lib\/platform\//.test(path))
      .filter((path) => /\b(db\(\)|tx)\s*\.\s*[$a-z]/.test(readFileSync(path, 'utf8')))
    expect(offenders).toEqual([])
  })

  it('of Next are made by app, components, lib/web and lib/http only; server/gateway/next-pages.ts mounts it', () => {
    const offenders = imports.filter(
      ({ from, to, typeOnly }) =>
        /^next(\/|$)/.test(to) &&
        !typeOnly &&
        !/^(app|components)\/|^lib\/(web|http)\/|^(instrumentation|middleware)\.ts$|^server\/pages\.ts$/.test(
          from,
        ),
    )
    expect(shown(offenders)).toEqual([])
  })

  it.each([
    ['next-auth', ['lib/identity/oauth/provider-definition.ts']],
    ['@auth/', ['lib/identity/oauth/identity.store.ts']],
    [
      'openid-client',
      ['lib/identity/oauth/authorization-flow.ts', 'lib/identity/oauth/provider-connection.ts'],
    ],
  ])('of %s are made in one place', (name, files) => {
    const imported = new RegExp(`(?:from '|import\\([^)]*)${name}`)
    const importing = product.filter((path) => imported.test(readFileSync(path, 'utf8')))
    expect(importing).toEqual(files)
  })

  it('of the server reach no component and nothing of lib/web', () => {
    const offenders = imports.filter(
      ({ from, to }) => from.startsWith('server/') && /^(components|lib\/web)\//.test(to),
    )
    expect(shown(offenders)).toEqual([])
  })

  it('of what a browser loads reach nothing of Node', () => {
    const browser = product.filter((path) =>
      /\.schemas\.ts$|^lib\/rbac\/permission-catalog\.ts$|^lib\/i18n\//.test(path),
    )
    const reached = new Set<string>()
    const visit = (path: string) => {
      if (reached.has(path)) return
      reached.add(path)
      if (all.includes(path)) importsOf(path).forEach(({ to, typeOnly }) => !typeOnly && visit(to))
    }
    browser.forEach(visit)
    expect(
      [...reached].filter((path) =>
        /^node:|^pg$|^pino$|^lib\/config\/settings|^prisma\//.test(path),
      ),
    ).toEqual([])
  })

  it('of the test kit are made by tests only', () => {
    expect(shown(imports.filter(({ to }) => to.startsWith('lib/testing/')))).toEqual([])
  })
})

describe('files', () => {
  it('stay short enough to be read', () => {
    const long = all.filter(
      (path) =>
        readFileSync(path, 'utf8').trimEnd().split('\n').length >
        (isTest(path) ? MAX_TEST_LINES : MAX_LINES),
    )
    expect(long).toEqual([])
  })

  it('are named after what they hold, in kebab-case, and none is a dump', () => {
    const odd = all.filter((path) => {
      const name = path.split('/').at(-1)!
      return (
        !/^[a-z0-9.[\]-]+\.(ts|tsx)$/.test(name) ||
        /^(utils|helpers|types|constants|index)\.tsx?$/.test(name)
      )
    })
    expect(odd).toEqual(['server/index.ts'])
  })
})
