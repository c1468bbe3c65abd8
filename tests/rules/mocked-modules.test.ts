import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tests = ['app', 'components', 'deploy', 'lib', 'scripts', 'server', 'tests']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.test\.tsx?$/.test(path))

it('a test mocks no module, because a test before it in the same worker may have loaded it', () => {
  expect(tests.length).toBeGreaterThan(500)
  const mocking = tests.filter((path) => /\bvi\.(mock|doMock)\(/.test(readFileSync(path, 'utf8')))
  expect(mocking).toEqual([])
})
