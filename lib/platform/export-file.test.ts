import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvLine } from '@/lib/platform/export-file'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
/** The list separators of locales, and line ends. */
const SEPARATORS = [',', ';', '\t', '|', '؛', '،']
const BEFORE_A_SIGN = ['', ' ', '\u00a0', '\u3000', '"', '""', ' "', '" "']
const STARTS = [
  '',
  'x',
  'x;',
  'x;;',
  'x\t',
  'x|',
  'x\n',
  'x\r\n',
  'x؛',
  'x،',
  ';',
  '\t',
  '\r',
  '\n',
  '";',
  'x";',
]

const HOSTILE = STARTS.flatMap((start) =>
  BEFORE_A_SIGN.flatMap((between) => SIGNS.map((sign) => `${start}${between}${sign}1+1`)),
)

/**
 * The cells of a CSV text as spreadsheets read it (seen in LibreOffice): a cell is quoted only if
 * it begins with a quote, and what follows its closing quote belongs to it.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let fresh = true
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]!
      else quoted = false
    } else if (character === '"' && fresh) {
      quoted = true
      fresh = false
    } else if (character === separator || character === '\n' || character === '\r') {
      cells.push(cell)
      cell = ''
      fresh = true
    } else {
      cell += character
      fresh = false
    }
  }
  return cells
}

const isFormula = (cell: string) => SIGNS.includes(cell.trim()[0] ?? '')

describe('a line of CSV', () => {
  it('contains no formula, whatever the list separator of the spreadsheet that opens it', () => {
    expect(HOSTILE.length).toBeGreaterThan(500)
    for (const text of HOSTILE)
      for (const line of [
        csvLine([text, 'b', 'c']),
        csvLine(['a', text, 'c']),
        csvLine(['a', 'b', text]),
      ])
        for (const separator of SEPARATORS)
          expect(
            cellsOf(line, separator).filter(isFormula),
            JSON.stringify([text, separator]),
          ).toEqual([])
  })

  it.each([
    ['=cmd()', `"'=cmd()"`],
    ["x;=cmd|' /C calc'!A0;y", `"x;'=cmd|' /C calc'!A0;y"`],
    ['Bot/2.1; +http://bot.example', `"Bot/2.1; '+http://bot.example"`],
    ['\tx', `"'\tx"`],
    ['\r\nx', `"'\r\nx"`],
    [-5, `"'-5"`],
  ])('writes %j with an apostrophe', (value, cell) => {
    expect(csvLine([value])).toBe(`${cell}\r\n`)
  })

  it('quotes every cell and leaves harmless values unchanged', () => {
    const values = [
      'plain',
      '',
      'a "word"',
      'a,b',
      'a;b',
      'two\nlines',
      'ümlaut ğ',
      'a=b',
      '2026-11-22',
    ]
    const line = csvLine(values)
    expect(line).toMatch(/^"plain","",/)
    expect(parse(line)).toEqual([values])
    expect(csvLine([null, 7, true, { list: ['a'] }])).toBe('"","7","true","{""list"":[""a""]}"\r\n')
  })
})
