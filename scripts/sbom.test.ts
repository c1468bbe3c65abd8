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
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}

const root = join(import.meta.dirname, '..')

describe('the list of components', () => {
  const bom = JSON.parse(
    spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' }).stdout,
  ) as Bom
  const names = bom.components.map(({ name }) => name)

  it('names each package that production installs, and no other', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const installed = Object.entries(packages)
      .filter(([path]) => path.includes('node_modules/'))
      .filter(([, { dev, devOptional, link }]) => !dev && !devOptional && !link)
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').pop()}@${version}`)
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`)
    expect(listed.sort()).toEqual([...new Set(installed)].sort())
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
