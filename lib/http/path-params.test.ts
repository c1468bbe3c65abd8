import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** `params.id`, or `params: { id }`. */
const READ = /\bparams(?:\.(\w+)|: \{ (\w+) \})/g

it('no route, page, or action reads a parameter that its path lacks', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('generated'),
  )
  const reads = files.flatMap((file) =>
    [...readFileSync(`app/${file}`, 'utf8').matchAll(READ)].map(([, dotted, taken]) => ({
      file,
      name: dotted ?? taken,
    })),
  )
  expect(reads.length).toBeGreaterThan(80)
  expect(reads.filter(({ file, name }) => !file.includes(`[${name}]`))).toEqual([])
})
