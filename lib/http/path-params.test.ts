import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiOperations, parametersOf } from '@/tests/kit/contract/declared-handlers'

/** One name: `params.id`, `(await params).id`, or `unlessOwn: 'id'`. */
const ONE = /(?:\bparams\)?\.|\bunlessOwn: ')(\w+)/g
/**
 * Several: `params: { id, key: name }`, `params: Promise<{ id: string }>`, or `{ id } = params`.
 */
const SEVERAL = /\bparams: (?:Promise<)?\{([^{}]*)\}|\{([^{}]*)\} = (?:await )?(?:\w+\.)?params\b/g
/** Where the handlers that routes share are. */
const SHARED = ['lib/http', 'lib/web']

function sourcesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => ({
      file: `${folder}/${file}`,
      text: readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, ''),
    }))
}

function namesReadIn(text: string): string[] {
  const one = [...text.matchAll(ONE)].map(([, name]) => name!)
  const several = [...text.matchAll(SEVERAL)].flatMap(([, typed, taken]) =>
    (typed ?? taken)!.split(/[,;]/).map((part) => part.split(':')[0]!.trim()),
  )
  return [...one, ...several].filter((name) => name !== '')
}

/** What the routes read that import this, by its module. */
const shared = new Map(
  SHARED.flatMap(sourcesIn).map(({ file, text }) => [
    file.replace(/\.tsx?$/, ''),
    namesReadIn(text),
  ]),
)

function namesReadFor({ file, text }: { file: string; text: string }): string[] {
  if (!file.endsWith('/route.ts')) return namesReadIn(text)
  const imported = [...text.matchAll(/from '@\/([^']+)'/g)].map(([, path]) => path!)
  return [...namesReadIn(text), ...imported.flatMap((path) => shared.get(path) ?? [])]
}

it('every API route declares the parameters in its path', async () => {
  const declared = (await apiOperations()).map(({ name, path, handler }) => ({
    name,
    path: parametersOf(path),
    params: [...(handler.declaration.params ?? [])],
  }))
  expect(declared.length).toBeGreaterThan(150)
  for (const { name, path, params } of declared) expect([name, params]).toEqual([name, path])
})

it('no page, endpoint, or action reads a parameter that its path lacks', () => {
  const sources = sourcesIn('app').filter(({ file }) => !file.startsWith('app/api/'))
  const reads = sources.flatMap((source) =>
    namesReadFor(source).map((name) => ({ file: source.file, name })),
  )
  expect(reads.length).toBeGreaterThan(40)
  expect(reads.filter(({ file, name }) => !file.includes(`[${name}]`))).toEqual([])
  // Read in a handler that is shared.
  expect(reads).toContainEqual({ file: 'app/auth/oauth/[provider]/route.ts', name: 'provider' })
})

it.each([
  ['params.id', ['id']],
  ['(await params).code', ['code']],
  ["{ permission: 'users:read', unlessOwn: 'id' }", ['id']],
  ['handle: async ({ params: { id, session_id: other }, ctx }) =>', ['id', 'session_id']],
  ['const { id, key } = await route.params', ['id', 'key']],
  ['params: Promise<{ id: string; key: string }>', ['id', 'key']],
])('a read as in “%s” is noticed', (text, names) => {
  expect(namesReadIn(text)).toEqual(names)
})
