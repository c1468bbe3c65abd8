import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const MAX_COLUMNS = 100
const ROOTS = [
  ...['app', 'bench', 'clients', 'components', 'deploy', 'e2e', 'examples', 'lib', 'prisma'],
  ...['scripts', 'server', 'tests'],
]
const OTHERS =
  /\/(?:node_modules|dist|generated|migrations|schema\.ts|answer-types\.ts|webhook-events\.ts)$/
const SOURCE = /\.(?:tsx?|mjs|css|prisma)$/
const COMMENT = /^\s*(?:\/\*|\*|\/\/|\{\/\*)/
/** What must stay on one line: instructions to tools, and what has no space to wrap at. */
const UNWRAPPABLE = /oxlint-disable|webpackIgnore|^\s*\W+ \S+$/

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (OTHERS.test(path)) return []
    if (entry.isDirectory()) return sources(path)
    return SOURCE.test(path) ? [path] : []
  })
}

it('a comment is at most 100 columns wide', () => {
  const atRoot = readdirSync('.').filter((name) => SOURCE.test(name) && name !== 'next-env.d.ts')
  const files = [...atRoot, ...ROOTS.flatMap(sources)]
  expect(files.length).toBeGreaterThan(1500)
  const wide = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        COMMENT.test(line) && !UNWRAPPABLE.test(line) && [...line].length > MAX_COLUMNS
          ? [`${path}:${index + 1}`]
          : [],
      ),
  )
  expect(wide).toEqual([])
})
