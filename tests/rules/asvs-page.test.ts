import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { environmentNames } from '@/lib/config/env'

const PAGE = 'docs/security/asvs.md'
/** How many requirements ASVS 5.0.0 has at levels 1, 2, and 3. */
const REQUIREMENTS = { 1: 70, 2: 183, 3: 92 }
const STATUSES = ['met', 'partly', 'not met', 'operator', 'not applicable']

const text = readFileSync(PAGE, 'utf8')

/** The cells of every table row that begins with the number of a requirement. */
function rowsOf(part: string): string[][] {
  return [...part.matchAll(/^\| (\d+\.\d+\.\d+ \|.*) \|$/gm)].map(([, row]) => row!.split(' | '))
}
const [gapsText, chaptersText] = text.split(/^(?=## V1 )/m) as [string, string]
const requirements = rowsOf(chaptersText).map(([id, level, , how, status]) => ({
  id: id!,
  level: Number(level),
  items: how!.split('<br>'),
  status: status!,
}))
const gaps = rowsOf(gapsText).map(([id, level, severity]) => ({ id, level, severity }))
const items = requirements.flatMap(({ items }) => items)

/** Whether the file has a test of this title, which may be written with either kind of quotes. */
function hasTest(path: string, title: string): boolean {
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  const written = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]
  return written.some((literal) =>
    new RegExp(`\\(\\s*${literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')},`).test(source),
  )
}

describe('the ASVS page', () => {
  it('lists every requirement of ASVS 5.0.0 once, in order', () => {
    const perLevel = [1, 2, 3].map((level) => [
      level,
      requirements.filter((requirement) => requirement.level === level).length,
    ])
    expect(Object.fromEntries(perLevel)).toEqual(REQUIREMENTS)
    const numbers = requirements.map(({ id }) => id.split('.').map(Number))
    const follows = ([a, b, c]: number[], [x, y, z]: number[]) =>
      a === x && b === y ? z === c! + 1 : z === 1 && (a === x ? y === b! + 1 : x === a! + 1)
    for (const [i, number] of numbers.entries())
      if (i > 0) expect([number, follows(numbers[i - 1]!, number)]).toEqual([number, true])
  })

  it('names no test that does not exist', () => {
    const named = items.flatMap((item) => [...item.matchAll(/^`([^`]+)` › (.+)$/g)])
    expect(named.length).toBeGreaterThan(400)
    expect(items.filter((item) => item.includes('›'))).toHaveLength(named.length)
    const missing = named.filter(([, path, title]) => !hasTest(path!, title!))
    expect(missing.map(([item]) => item)).toEqual([])
  })

  it('names no setting and no file that does not exist', () => {
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!)
    const settings = code.filter((name) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name))
    expect(settings.length).toBeGreaterThan(10)
    // Node's own.
    const known = [...environmentNames, 'NODE_EXTRA_CA_CERTS'] as string[]
    expect(settings.filter((name) => !known.includes(name))).toEqual([])
    const files = code.filter((name) => /^[\w@[\]./-]+\.tsx?$/.test(name))
    expect(files.filter((name) => !existsSync(name))).toEqual([])
  })

  it('links to headings that exist', () => {
    const broken = [...text.matchAll(/\]\(\.\.\/([\w-]+\.md)(?:#([\w-]+))?\)/g)].filter(
      ([, file, anchor]) =>
        !existsSync(`docs/${file}`) || (anchor && !headingsOf(`docs/${file}`).includes(anchor)),
    )
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('says how each requirement is met, or lists it as a gap', () => {
    for (const { id, level, items, status } of requirements) {
      expect([id, STATUSES.includes(status), items[0] !== '']).toEqual([id, true, true])
      const isGap = status === 'partly' || status === 'not met'
      const listed = gaps.filter((gap) => gap.id === id)
      expect([id, listed.map((gap) => Number(gap.level))]).toEqual([id, isGap ? [level] : []])
    }
    for (const { id, severity } of gaps)
      expect([id, ['low', 'medium', 'high'].includes(severity!)]).toEqual([id, true])
  })

  it('counts correctly', () => {
    const counted = [1, 2, 3].map((level) => [
      String(level),
      ...STATUSES.map((status) =>
        String(requirements.filter((row) => row.level === level && row.status === status).length),
      ),
    ])
    const shown = [...text.matchAll(/^\| ([123](?: \| \d+){5}) \|$/gm)]
    expect(shown.map(([, row]) => row!.split(' | '))).toEqual(counted)
  })
})

/** The anchors of a document's headings, as GitHub names them. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
}
