import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Locked {
  link?: boolean
  dev?: boolean
  resolved?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

/** Whether a Linux server installs the package: other platforms' binaries may lack a hash. */
const isDeployed = ({ dev, os, cpu }: Locked) =>
  !dev && (!os || os.includes('linux')) && (!cpu || cpu.includes('x64') || cpu.includes('arm64'))

it('a package that the registry replaced is not installed: the lock file has its hash', () => {
  expect(packages.length).toBeGreaterThan(500)
  const unhashed = packages
    .filter(([, locked]) => isDeployed(locked))
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path)
  expect(unhashed).toEqual([])
})

it('no package comes from elsewhere than the registry', () => {
  const elsewhere = packages.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere).toEqual([])
})
