import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const stores = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.store.ts'))
  .map((name) => `lib/${name}`)

/** The exported functions of a store: their names, and whether null is among what they return. */
function exportedFunctions(path: string): { name: string; mayBeNull: boolean }[] {
  const [, ...declarations] = readFileSync(path, 'utf8').split(/^export (?:async )?function /m)
  return declarations.map((text) => {
    const [, name = ''] = /^(\w+)/.exec(text)!
    // The body begins after the first `{` at the end of a line without or with one indentation
    // less.
    const [signature = ''] = text.split(/ \{\n(?= {2}\S)/)
    return { name, mayBeNull: /\| null>?$/.test(signature) }
  })
}

it('a read of a store that may find nothing is called find…, so that its name says to check for it', () => {
  const functions = stores.flatMap((path) =>
    exportedFunctions(path).map((one) => ({ path, ...one })),
  )
  expect(functions.length).toBeGreaterThan(500)
  const misnamed = functions
    .filter(({ name, mayBeNull }) => (mayBeNull && /^read/.test(name)) || /^get[A-Z]/.test(name))
    .map(({ path, name }) => `${path}: ${name}`)
  expect(misnamed).toEqual([])
})
