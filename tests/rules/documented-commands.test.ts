import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDERS =
  '.github app bench clients components deploy docs e2e examples lib scripts server tests'
const files = [
  ...readdirSync('.'),
  ...FOLDERS.split(' ').flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
].filter((path) => !path.includes('node_modules'))

/** The ending of the files that each project of vitest.config.ts runs; `browser`: Playwright. */
const ENDINGS: Record<string, RegExp> = {
  unit: /\/[^/]+(?<!\.(?:db|race|service|long))\.test\.tsx?$/,
  embedded: /\.db\.test\.ts$/,
  server: /\.db\.test\.ts$/,
  race: /\.race\.test\.ts$/,
  service: /\.service\.test\.ts$/,
  long: /\.long\.test\.ts$/,
  browser: /\.e2e\.ts$/,
  any: /\.test\.tsx?$/,
}
const COMMANDS = /\b(vitest run|playwright test|npm run test:(?:unit|long) --)([^`"\n]+)/g

/** Each command that runs certain tests: its project, and what their paths contain. */
const commands = [...files.filter((path) => path.endsWith('.md')), 'package.json'].flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(COMMANDS)].flatMap(([text, name, rest]) => {
    const words = rest!.trim().split(/\s+/)
    const at = words.indexOf('--project')
    const named = at < 0 ? 'any' : words[at + 1]!
    const project = name === 'playwright test' ? 'browser' : named
    const filters = words.slice(at < 0 ? 0 : at + 2).filter((word) => !word.startsWith('-'))
    return filters.map((filter) => ({ command: `${path}: ${text}`, project, filter }))
  }),
)

it('each documented command that runs certain tests finds them, wherever they have moved', () => {
  expect(commands.length).toBeGreaterThan(10)
  const finding = ({ project, filter }: (typeof commands)[number]) =>
    files.some((path) => ENDINGS[project]?.test(path) && path.includes(filter))
  expect(commands.filter((one) => !finding(one))).toEqual([])
})
