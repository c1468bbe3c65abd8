import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const stores = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.store.ts'))
  .map((name) => `lib/${name}`)

/** The exported functions of a store: their names, and whether null is among what they return. */
function exportedFunctions(source: string): { name: string; mayBeNull: boolean }[] {
  const [, ...declarations] = source.split(/^export (?:async )?function /m)
  return declarations.map((text) => {
    const [, name = ''] = /^(\w+)/.exec(text)!
    return { name, mayBeNull: /\| null\s*>?$/.test(signatureOf(text)) }
  })
}

/** The text of a function up to its body, with the return type at its end. */
function signatureOf(text: string): string {
  for (const { index } of text.matchAll(/(?<!:) \{\n/g)) {
    const signature = text.slice(0, index)
    const [, ...opened] = signature.split('(')
    const [, ...closed] = signature.split(')')
    // Otherwise, the brace is in the type of a parameter.
    if (opened.length > 0 && opened.length === closed.length) return signature
  }
  throw new Error(`a function without a body: ${text.slice(0, 80)}`)
}

it('the return type of a function is found behind any parameters', () => {
  const hugged = 'export function readOne(by: {\n  id: string\n}): string | null {\n  return by.id'
  const typed =
    'export async function findOne(\n  id: string,\n): Promise<{\n  id: string\n} | null> {'
  const all = 'export function listAll(): (() => null)[] {\n  return []'
  expect(exportedFunctions([hugged, typed, all].join('\n}\n') + '\n')).toEqual([
    { name: 'readOne', mayBeNull: true },
    { name: 'findOne', mayBeNull: true },
    { name: 'listAll', mayBeNull: false },
  ])
})

it('a read of a store that may find nothing is called find…, so that its name says to check for it', () => {
  const functions = stores.flatMap((path) =>
    exportedFunctions(readFileSync(path, 'utf8')).map((one) => ({ path, ...one })),
  )
  expect(functions.length).toBeGreaterThan(500)
  const misnamed = functions
    .filter(({ name, mayBeNull }) => (mayBeNull && /^read/.test(name)) || /^get[A-Z]/.test(name))
    .map(({ path, name }) => `${path}: ${name}`)
  expect(misnamed).toEqual([])
})
