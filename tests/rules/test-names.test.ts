import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

const UNIT = /^[^.]+(\.(schemas|store|responses|jobs))?\.test\.tsx?$/

const tests = ['app', 'components', 'lib', 'server']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => UNIT.test(basename(path)))

/** The modules of its own folder that a test imports, by name. */
function modulesOf(path: string): string[] {
  const imported = readFileSync(path, 'utf8').matchAll(/ from '@\/([^']+)'/g)
  const own = [...imported].flatMap(([, to]) => (dirname(to!) === dirname(path) ? [to!] : []))
  return [...new Set(own.map((to) => basename(to).split('.')[0]!))]
}

it('a unit test of one module in its folder begins with its name, so that either leads to the other', () => {
  expect(tests.length).toBeGreaterThan(200)
  const misnamed = tests.flatMap((path) => {
    const [name, ...others] = modulesOf(path)
    if (name === undefined || others.length > 0) return []
    // `actions.ts` is in many folders; its tests are named after the page.
    const stem = basename(path).split('.')[0]!
    const isNamed =
      stem === name ||
      stem.startsWith(`${name}-`) ||
      (name === 'actions' && stem.endsWith('-actions'))
    return isNamed ? [] : [`${path} tests ${name}`]
  })
  expect(misnamed).toEqual([])
})
