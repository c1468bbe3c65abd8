import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
}

const ALLOWED = new Set(
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 Unlicense'.split(' '),
)
/** Packages with other licenses, each for a reason. */
const EXCEPTIONS: [RegExp, string[]][] = [
  // A library that is linked at run time and can be replaced.
  [/^@img\/sharp-/, ['LGPL-3.0-or-later']],
  // Used unchanged, by Prisma's development tools.
  [/^elkjs$/, ['EPL-2.0']],
  // Fonts and browser data.
  [/^@fontsource-variable\//, ['OFL-1.1']],
  [/^caniuse-lite$/, ['CC-BY-4.0']],
]
/** MIT by their license file; the lock file does not say so. */
const UNDECLARED_MIT = /^(busboy|streamsearch|xmlhttprequest-ssl|seq-queue|@next\/swc-.+)$/

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
) as { packages: Record<string, LockedPackage> }

function isAllowed(name: string, license: string | undefined): boolean {
  if (license === undefined) return UNDECLARED_MIT.test(name)
  const excepted = EXCEPTIONS.find(([pattern]) => pattern.test(name))?.[1] ?? []
  return license.split(/ and /i).every((one) => ALLOWED.has(one) || excepted.includes(one))
}

describe('the licenses of dependencies', () => {
  it('are permissive, or excepted by name', () => {
    const refused = Object.entries(packages)
      .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
      .map(([path, { license }]) => ({ name: path.split('node_modules/').pop()!, license }))
      .filter(({ name, license }) => !isAllowed(name, license))
    expect(refused).toEqual([])
  })

  it('would be refused if copyleft or unknown', () => {
    expect(isAllowed('new-package', 'AGPL-3.0-only')).toBe(false)
    expect(isAllowed('new-package', 'MIT AND GPL-2.0')).toBe(false)
    expect(isAllowed('new-package', undefined)).toBe(false)
  })
})
