import { describe, expect, it } from 'vitest'
import { readFormBody } from '@/lib/web/read-form-body'

const URLENCODED = 'application/x-www-form-urlencoded'

function posted(body: BodyInit | null, headers: Record<string, string> = {}) {
  return readFormBody(new Request('http://localhost/x', { method: 'POST', body, headers }))
}

describe('the fields of a form', () => {
  it('are read from both encodings that browsers send', async () => {
    const expected = { ok: true, fields: { email: 'a@b.co', name: 'Ö +&' }, file: null }
    const pairs: [string, string][] = [
      ['email', 'a@b.co'],
      ['name', 'Ö +&'],
    ]
    expect(await posted(new URLSearchParams(pairs))).toEqual(expected)
    const multipart = new FormData()
    for (const [name, value] of pairs) multipart.set(name, value)
    expect(await posted(multipart)).toEqual(expected)
  })

  it('may be none at all', async () => {
    expect(await posted(null)).toEqual({ ok: true, fields: {}, file: null })
    expect(await posted('', { 'content-type': URLENCODED })).toEqual({ ok: true, fields: {}, file: null })
  })

  it('that come twice are refused: two readers could take different ones', async () => {
    expect(await posted('email=a%40b.co&email=evil%40b.co', { 'content-type': URLENCODED })).toMatchObject({
      ok: false,
      code: 'validation_failed',
      errors: [{ pointer: '/email', code: 'duplicate' }],
    })
  })

  it('never include files or names that could reach a prototype', async () => {
    const multipart = new FormData()
    multipart.set('__proto__', 'x')
    multipart.set('constructor.prototype', 'x')
    multipart.set('$ACTION_ID_0', 'x')
    multipart.set('file', new File(['x'], 'x.txt'))
    multipart.set('name', 'n')
    expect(await posted(multipart)).toEqual({ ok: true, fields: { name: 'n' }, file: null })
  })

  it('include the one file that is asked for, and none where none was chosen', async () => {
    const read = (file: File) => {
      const form = new FormData()
      form.set('name', 'n')
      form.set('file', file)
      form.set('other', new File(['y'], 'y.txt'))
      const request = new Request('http://localhost/x', { method: 'POST', body: form })
      return readFormBody(request, { fileField: 'file' })
    }
    expect(await read(new File(['x'], 'x.txt'))).toEqual({
      ok: true,
      fields: { name: 'n' },
      file: { name: 'x.txt', bytes: new TextEncoder().encode('x') },
    })
    expect(await read(new File([], 'empty.csv'))).toMatchObject({ file: { name: 'empty.csv' } })
    // As browsers write a file field that was left alone.
    const head =
      'content-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream'
    const none = new Request('http://localhost/x', {
      method: 'POST',
      body: `--b\r\n${head}\r\n\r\n\r\n--b--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(await readFormBody(none, { fileField: 'file' })).toEqual({ ok: true, fields: {}, file: null })
  })
})

describe('a body that is no form', () => {
  it.each([
    ['text/plain', 'email=a'],
    ['application/json', '{"email":"a"}'],
    ['', 'email=a'],
  ])('is refused by its type: %s', async (type, body) => {
    const bytes = new TextEncoder().encode(body)
    expect(await posted(bytes, type ? { 'content-type': type } : {})).toMatchObject({
      code: 'unsupported_media_type',
    })
  })

  it('is refused when it is encoded: a small body must not become a large one', async () => {
    const headers = { 'content-type': URLENCODED, 'content-encoding': 'gzip' }
    expect(await posted('x', headers)).toMatchObject({ code: 'unsupported_media_type' })
  })

  it('is refused when it is too large, in bytes or in fields', async () => {
    const headers = { 'content-type': URLENCODED }
    expect(await posted(`a=${'x'.repeat(100_001)}`, headers)).toMatchObject({ code: 'body_too_large' })
    const many = Array.from({ length: 101 }, (_, n) => `f${n}=1`).join('&')
    expect(await posted(many, headers)).toMatchObject({ code: 'bad_request' })
  })

  it('is refused when it can not be read', async () => {
    const broken = new Uint8Array([97, 61, 0xff, 0xfe])
    expect(await posted(broken, { 'content-type': URLENCODED })).toMatchObject({ code: 'bad_request' })
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await posted('--x\r\nnonsense', multipart)).toMatchObject({ code: 'bad_request' })
  })
})
