import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const BARE = /\b(describe|it|test|suite)\.(skip|skipIf|runIf|todo|only)\b/
/** Playwright's form, which states why: a condition and a reason. */
const WITH_REASON = /\btest\.skip\([^'"`\n]+, '[^'\n]+'\)/g
/** The only other place that skips tests, and states why. */
const ALLOWED = ['tests/kit/describe-if.ts']

const FOLDERS = [
  'app',
  'clients',
  'components',
  'deploy',
  'e2e',
  'examples',
  'lib',
  'scripts',
  'server',
  'tests',
]

it('skips no test without a reason in its name', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|e2e)\.tsx?$|^kit\/.*\.ts$/.test(file))
      .filter((file) => !file.includes('node_modules/'))
      .map((file) => `${folder}/${file}`),
  )
  expect(FOLDERS.filter((folder) => !files.some((file) => file.startsWith(folder)))).toEqual([])
  expect(files.length).toBeGreaterThan(200)
  expect(
    files.filter((file) => BARE.test(readFileSync(file, 'utf8').replace(WITH_REASON, ''))),
  ).toEqual(ALLOWED)
})
