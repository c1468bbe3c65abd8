import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Bom {
  metadata: { component: { name: string; 'bom-ref': string } }
  components: { name: string; version: string; 'bom-ref': string; hashes?: unknown[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
interface Locked {
  name?: string
  version: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const root = join(import.meta.dirname, '..')

describe('the list of components', () => {
  const bom = JSON.parse(
    spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' }).stdout,
  ) as Bom
  const names = bom.components.map(({ name }) => name)

  it('names each package that production can reach, and no other', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const reached = [...reachablePackages(packages)].map(
      (path) => `${packages[path]!.name ?? nameOf(path)}@${packages[path]!.version}`,
    )
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`)
    expect(listed.sort()).toEqual([...new Set(reached)].sort())
  })

  it('names those that development uses too, and not those that only development uses', () => {
    expect(names).toEqual(expect.arrayContaining(['nodemailer', 'zod', 'react', 'pino', 'next']))
    expect(names).toEqual(
      expect.arrayContaining(['@img/sharp-linux-x64', '@img/sharp-darwin-arm64']),
    )
    for (const name of ['vitest', 'prisma', 'typescript', 'fastify'])
      expect(names).not.toContain(name)
  })

  it('is about Gatehouse and refers only to what it names', () => {
    const { component } = bom.metadata
    expect(component.name).toBe('gatehouse')
    const refs = new Set([component, ...bom.components].map((one) => one['bom-ref']))
    const used = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(used.filter((ref) => !refs.has(ref))).toEqual([])
  })
})

const nameOf = (path: string) => path.split('node_modules/').pop()

/** The paths of all packages that dependencies of production lead to. */
function reachablePackages(packages: Record<string, Locked>): Set<string> {
  const reached = new Set<string>()
  const visit = (from: string) => {
    for (const name of neededBy(packages[from]!)) {
      const path = resolvePackage(packages, from, name)
      if (path === null || reached.has(path) || packages[path]!.link) continue
      reached.add(path)
      visit(path)
    }
  }
  // Those of the project itself and of its workspaces.
  for (const path of Object.keys(packages)) if (!path.includes('node_modules/')) visit(path)
  return reached
}

function neededBy(one: Locked): string[] {
  const peers = Object.keys(one.peerDependencies ?? {}).filter(
    (name) => !one.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...one.dependencies, ...one.optionalDependencies }), ...peers]
}

/** Where Node finds a package that the one at `from` imports: as near as possible. */
function resolvePackage(packages: Record<string, Locked>, from: string, name: string) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
    if (path in packages) return path
    if (!at) return null
  }
}
