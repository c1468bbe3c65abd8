import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(path)
    return /(?<!\.test|\.d)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const files = [...['app', 'components', 'lib', 'server'].flatMap(sources), 'proxy.ts'].map(
  (path) => ({
    path,
    // A comment may mention what code must not do.
    text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
  }),
)
const uses = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

const declared = files.flatMap(({ text }) =>
  [...text.matchAll(/\bdefineCookie\(\{\s*name: '([\w-]+)'/g)].map(([, name]) => name!),
)

describe('cookies', () => {
  it('are set only as declared with defineCookie, each under its own name', () => {
    expect(declared.length).toBeGreaterThan(10)
    expect(new Set(declared).size).toBe(declared.length)
    const calls = files.flatMap(({ text }) => text.match(/\bdefineCookie\(/g) ?? [])
    expect(calls).toHaveLength(declared.length)
    expect(uses(/; ?(?:HttpOnly|SameSite)/i)).toEqual(['lib/http/define-cookie.ts'])
    // By script, or by Next, which also reads the last of two cookies of one name.
    expect(uses(/\bdocument\.cookie\s*=[^=]|\bcookieStore\b/)).toEqual([])
    expect(uses(/\.cookies\.(?:get|set|delete)\(|\bcookies\(\)/)).toEqual([])
  })

  it('are all described in docs/stored-data.md, which names no other', () => {
    const page = readFileSync('docs/stored-data.md', 'utf8')
    const rows = page.slice(page.indexOf('| Cookie'), page.indexOf('Over https, the names'))
    const described = rows
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)])
      .map(([, name]) => name!)
    expect(described.sort()).toEqual([...declared].sort())
  })
})
