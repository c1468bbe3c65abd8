import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDERS = ['app', 'components', 'lib', 'server', 'tests']

/**
 * The folders of lib, lowest first: a file may import its own domain and those listed before it.
 */
const DOMAINS = [
  'config',
  'platform',
  'i18n',
  'audit',
  'access',
  'profile-fields',
  'accounts',
  'uploads',
  'brand',
  'protection',
  'messaging',
  'payments',
  'identity',
  'users',
  'settings',
  'http',
  'web',
]

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

const all = [...FOLDERS.flatMap(sources), 'instrumentation.ts', 'proxy.ts'].filter((path) => {
  try {
    return readFileSync(path).length >= 0
  } catch {
    return false
  }
})
const isTest = (path: string) => /\.test\.tsx?$|^tests\//.test(path)
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

function floorOf(path: string): number {
  const domain = /^lib\/([\w-]+)\//.exec(path)?.[1]
  if (domain) return DOMAINS.indexOf(domain)
  return /^(instrumentation|proxy)\.ts$/.test(path) ? DOMAINS.length - 1 : DOMAINS.length
}

const imports = product.flatMap(importsOf)
const shown = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`)

/** Import circles, each once, as the path that closes it. */
function circles(): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of all.flatMap(importsOf)) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' -> '))
    if (start >= 0 || done.has(path)) return
    for (const to of next.get(path) ?? []) visit(to, [...trail, path])
    done.add(path)
  }
  all.forEach((path) => visit(path, []))
  return found
}

describe('imports', () => {
  it('are found by this test', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(shown(imports)).toContain('server/index.ts -> server/run-service.ts')
  })

  it('start in a folder of DOMAINS; if not, add the new folder of lib to the list', () => {
    expect(product.filter((path) => floorOf(path) < 0)).toEqual([])
  })

  it('stay within a domain or point to a lower one', () => {
    const upward = imports.filter(({ from, to }) => all.includes(to) && floorOf(to) > floorOf(from))
    expect(shown(upward)).toEqual([])
  })

  it('form no circles, type-only imports included', () => {
    expect(circles()).toEqual([])
  })

  // .oxlintrc.json restricts the imports of Prisma, Next, and React.
  it('of Prisma are not bypassed: other modules only pass db() and tx on and run no queries on them', () => {
    const offenders = product
      .filter((path) => !/\.store\.ts$|^lib\/platform\//.test(path))
      .filter((path) => /\b(db\(\)|tx)\s*\.\s*[$a-z]/.test(readFileSync(path, 'utf8')))
    expect(offenders).toEqual([])
  })

  it.each([
    ['next-auth', ['lib/identity/oauth/provider-definition.ts']],
    ['@auth/', ['lib/identity/oauth/identity.store.ts']],
    [
      'openid-client',
      ['lib/identity/oauth/authorization-flow.ts', 'lib/identity/oauth/provider-connection.ts'],
    ],
  ])('of %s occur in one place only', (name, files) => {
    const imported = new RegExp(`(?:from '|import\\([^)]*)${name}`)
    const importing = product.filter((path) => imported.test(readFileSync(path, 'utf8')))
    expect(importing).toEqual(files)
  })

  it('of components reach app only for the actions of the frame around every page', () => {
    const frame = ['app/auth/logout/actions.ts', 'app/preferences/actions.ts']
    const reached = imports.filter(
      ({ from, to }) => from.startsWith('components/') && to.startsWith('app/'),
    )
    expect([...new Set(reached.map(({ to }) => to))].sort()).toEqual(frame)
  })

  it('of the server never reach components or lib/web', () => {
    const offenders = imports.filter(
      ({ from, to }) => from.startsWith('server/') && /^(components|lib\/web)\//.test(to),
    )
    expect(shown(offenders)).toEqual([])
  })

  it('of browser code never reach Node', () => {
    const browser = product.filter((path) =>
      /\.schemas\.ts$|^lib\/config\/permission-catalog\.ts$|^lib\/i18n\//.test(path),
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

  it('of the test kit occur only in tests', () => {
    expect(shown(imports.filter(({ to }) => to.startsWith('tests/')))).toEqual([])
  })
})

describe('files', () => {
  it('are named after their content in kebab-case, and none is a catch-all', () => {
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
