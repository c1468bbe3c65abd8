import { afterEach, describe, expect, it, vi } from 'vitest'
import { csvLine } from '@/lib/platform/export-file'
import {
  IMPORT_COLUMNS,
  IMPORT_FORMATS,
  type ImportFormat,
} from '@/lib/users/import/import-columns'
import {
  exampleFile,
  type FileFault,
  refuseFile,
  UnreadableFile,
} from '@/lib/users/import/import-file'
import { readImportFile } from '@/lib/users/import/read-import-file'
import { validateRow } from '@/lib/users/import/validate-row'

const read = (format: ImportFormat, text: string | Uint8Array) =>
  readImportFile(format, typeof text === 'string' ? Buffer.from(text) : text)
const dataOf = async (format: ImportFormat, text: string) =>
  (await read(format, text)).map(({ data }) => data)
const faultOf = (format: ImportFormat, text: string | Uint8Array): Promise<FileFault | null> =>
  read(format, text).then(
    () => null,
    (error: unknown) => {
      if (error instanceof UnreadableFile) return error.fault
      throw error
    },
  )

describe('a CSV file', () => {
  it.each([
    ['commas and LF', 'email,name\na@x.org,Ada\n'],
    ['CRLF and no final line break', 'email,name\r\na@x.org,Ada'],
    ['semicolons, as spreadsheets in many countries write them', 'email;name\na@x.org;Ada'],
    ['a byte order mark', '\uFEFFemail,name\na@x.org,Ada'],
    ['columns in another order and case', ' Name , EMAIL\nAda,a@x.org'],
    ['quotes', '"email","name"\n"a@x.org","Ada"'],
    ['LF after a header that ends in CRLF', 'email,name\r\na@x.org,Ada\n'],
    ['CRLF after a header that ends in LF', 'email,name\na@x.org,Ada\r\n'],
    ['CRLF after a quoted field, but LF elsewhere', 'email,name\na@x.org,"Ada"\r\n'],
    ['LF after a quoted field, but CRLF elsewhere', 'email,name\r\na@x.org,"Ada"\n'],
    ['CR alone, as spreadsheets once wrote it', 'email,name\ra@x.org,Ada\r'],
    [
      'CR CR LF, as programs on Windows write CRLF in text mode',
      'email,name\r\r\na@x.org,Ada\r\r\n',
    ],
    ['CR CR LF after a quoted field', 'email,name\r\r\na@x.org,"Ada"\r\r\n'],
    ['empty lines', '\n\nemail,name\n\na@x.org,Ada\n\n'],
  ])('can have %s', async (_, text) => {
    expect(await dataOf('csv', text)).toEqual([{ email: 'a@x.org', name: 'Ada' }])
  })

  it('keeps quoted separators, quotes and line ends; an empty cell is left out', async () => {
    const text = 'email,name,locale\na@x.org,"Ada, ""the first""\nL.",\n'
    expect(await dataOf('csv', text)).toEqual([{ email: 'a@x.org', name: 'Ada, "the first"\nL.' }])
  })

  it.each([
    ['CR alone', '\r'],
    ['CRLF', '\r\n'],
  ])('keeps an LF inside quotes, although its lines end in %s', async (_, end) => {
    const text = ['email,name', 'a@x.org,"Ada\nL."', 'b@x.org,Bea', ''].join(end)
    expect(await dataOf('csv', text)).toEqual([
      { email: 'a@x.org', name: 'Ada\nL.' },
      { email: 'b@x.org', name: 'Bea' },
    ])
  })

  it('matches the downloadable example, and every row of it is accepted', async () => {
    let text = ''
    for await (const chunk of exampleFile('csv')) text += chunk
    expect(text).toContain('"ada@example.com","Ada Lovelace"')
    const verdicts = (await dataOf('csv', text)).map((row) => validateRow(row!))
    expect(verdicts).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('keeps characters that span two chunks', async () => {
    const name = '😀é'.repeat(300)
    const line = `,${name}\n`
    const rows = await dataOf('csv', `email,name\n${line.repeat(200)}`)
    expect(rows).toHaveLength(200)
    expect(rows.every((row) => row?.name === name)).toBe(true)
  })

  it('can have a line end that spans two chunks', async () => {
    for (const before of [65_534, 65_535, 65_536]) {
      const line = `,${'x'.repeat(100)}\n`
      const text = `email,name\n${line.repeat(640)}`
      const last = `,${'x'.repeat(before - text.length - 1)}\r\na@x.org,Ada\n`
      expect((await dataOf('csv', text + last)).at(-1)).toEqual({ email: 'a@x.org', name: 'Ada' })
    }
  })

  it.each([
    ['', { code: 'empty_file' }],
    ['email\n', { code: 'empty_file' }],
    ['email,password\na@x.org,secret', { code: 'unknown_column', column: 'password' }],
    ['email,__proto__\na@x.org,x', { code: 'unknown_column', column: '__proto__' }],
    ['email,Email\na@x.org,x', { code: 'duplicate_column', column: 'email' }],
    ['name\nAda', { code: 'missing_column', column: 'email' }],
    ['email,name\na@x.org\n', { code: 'malformed_csv', row: 1 }],
    ['email,name\na@x.org,A\nb@x.org,"B', { code: 'malformed_csv', row: 2 }],
    ['email,name\r\na@x.org,A\nb@x.org,"B"\r\nc@x.org\n', { code: 'malformed_csv', row: 3 }],
    ['email,name\na@x.org,A"B"\n', { code: 'malformed_csv', row: 1 }],
    [`email,name\na@x.org,${'x'.repeat(1_000_000)}`, { code: 'row_too_long', row: 1 }],
  ] as const)('that cannot be read is refused as a whole: %.40j', async (text, fault) => {
    expect(await faultOf('csv', text)).toEqual(fault)
  })

  it('in another encoding is refused', async () => {
    expect(await faultOf('csv', Buffer.from('email,name\na@x.org,Jos\xe9', 'latin1'))).toEqual({
      code: 'not_utf8',
    })
    expect(await faultOf('csv', Buffer.from('\uFEFFemail\na@x.org', 'utf16le'))).toEqual({
      code: 'not_utf8',
    })
  })

  it('with more than 200,000 rows is refused', async () => {
    const row = 'a@x.org\n'
    expect(await faultOf('csv', `email\n${row.repeat(200_001)}`)).toEqual({ code: 'too_many_rows' })
  })
})

describe('a JSON file', () => {
  it('is an array of objects, or one object per line; null means absent', async () => {
    const rows = [{ email: 'a@x.org', roles: ['user'], email_verified: true }, { email: 'b@x.org' }]
    expect(await dataOf('json', JSON.stringify([rows[0], { ...rows[1], name: null }]))).toEqual(
      rows,
    )
    expect(
      await dataOf('ndjson', `${rows.map((row) => JSON.stringify(row)).join('\r\n')}\n\n`),
    ).toEqual(rows)
  })

  it.each([
    ['json', '', { code: 'malformed_json' }],
    ['json', '{"email":"a@x.org"}', { code: 'not_an_array' }],
    ['json', '"a@x.org"', { code: 'not_an_array' }],
    ['json', '[]', { code: 'empty_file' }],
    ['json', '[{"email":"a@x.org"},["b"]]', { code: 'not_an_object', row: 2 }],
    ['json', '[null]', { code: 'not_an_object', row: 1 }],
    [
      'json',
      '[{"email":"a@x.org","admin":true}]',
      { code: 'unknown_column', row: 1, column: 'admin' },
    ],
    ['json', '[{"__proto__":{}}]', { code: 'unknown_column', row: 1, column: '__proto__' }],
    ['ndjson', '', { code: 'empty_file' }],
    ['ndjson', '{"email":"a@x.org"}\n{"email"', { code: 'malformed_json', row: 2 }],
    ['ndjson', '[{"email":"a@x.org"}]', { code: 'not_an_object', row: 1 }],
    ['json', '['.repeat(1_000_000), { code: 'malformed_json' }],
  ] as const)(
    'that cannot be read is refused as a whole: %s %.40s',
    async (format, text, fault) => {
      expect(await faultOf(format, text)).toEqual(fault)
    },
  )

  it('does not crash the process however deeply it is nested', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const [row] = await read('json', `[{"email":"a@x.org","name":${deep}}]`).catch(() => [])
    expect(row?.data ?? null).toBeNull()
  })
})

describe('a row', () => {
  it('with the address of an earlier row is refused, ignoring case and whitespace', async () => {
    const rows = await read('csv', 'email\na@x.org\n A@X.org\nb@x.org')
    expect(
      rows.map(({ row, email, column, code, data }) => [row, email, column, code, data !== null]),
    ).toEqual([
      [1, 'a@x.org', null, null, true],
      [2, 'a@x.org', 'email', 'duplicate_row', false],
      [3, 'b@x.org', null, null, true],
    ])
  })

  it.each(['a\0b', '\ud800', { inner: ['a\0'] }])(
    'with characters the database cannot store is refused and not stored: %j',
    async (name) => {
      const [row] = await read('json', JSON.stringify([{ email: 'a@x.org', name }]))
      expect(row).toMatchObject({
        email: 'a@x.org',
        column: 'name',
        code: 'invalid_characters',
        data: null,
      })
    },
  )

  it('that contains such an escape sequence as text is accepted', async () => {
    const [row] = await read('json', JSON.stringify([{ email: 'a@x.org', name: '\\u0000' }]))
    expect(row?.code).toBeNull()
  })

  it('that is too long is refused on its own', async () => {
    const rows = await read(
      'json',
      JSON.stringify([{ name: 'x'.repeat(1_000_000) }, { email: 'a@x.org' }]),
    )
    expect(rows.map(({ column, code }) => [column, code])).toEqual([
      [null, 'too_long'],
      [null, null],
    ])
  })
})

it('the refusal of a file contains row and column, and nothing else from the file', () => {
  expect(refuseFile({ code: 'unknown_column', row: 3, column: 'a/b\n' })).toMatchObject({
    code: 'validation_failed',
    errors: [
      {
        pointer: '/2/a~1b',
        code: 'unknown_column',
        detail: 'Row 3: Column “a/b”: This column is not supported.',
      },
    ],
  })
  expect(refuseFile({ code: 'malformed_json', row: 2 }).code).toBe('malformed_json')
})

it('a JSON file that is valid, but not an array, is told what to send', () => {
  expect(refuseFile({ code: 'not_an_array' })).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '', code: 'not_an_array', detail: expect.stringContaining('ndjson') }],
  })
})

describe.each(IMPORT_FORMATS)('a %s file', (format) => {
  afterEach(() => void vi.restoreAllMocks())

  const fileWith = (column: string, cell: string) => {
    const row = { email: 'a@x.org', [column]: cell }
    if (format === 'json') return JSON.stringify([row])
    return format === 'ndjson'
      ? JSON.stringify(row)
      : csvLine(Object.keys(row)) + csvLine(Object.values(row))
  }

  it.each(IMPORT_COLUMNS)(
    'never normalizes long runs of combining marks in the column %s',
    async (column) => {
      const normalize = vi.spyOn(String.prototype, 'normalize')
      for (const count of [200, 1900, 22_000]) {
        const [row] = await read(format, fileWith(column, `a${'\u0301\u0327'.repeat(count)}`))
        if (row!.data) expect(validateRow(row!.data)).toMatchObject({ ok: false })
      }
      expect(normalize.mock.contexts.map(String).filter((text) => text.length > 400)).toEqual([])
    },
  )
})
