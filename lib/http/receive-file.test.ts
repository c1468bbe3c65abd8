import { Readable } from 'node:stream'
import { beforeAll, expect, it } from 'vitest'
import { receiveFile } from '@/lib/http/receive-file'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'

/** More than one user may send at once. */
const MANY = 20

beforeAll(() => useSettings({ DATA_DIR: temporaryFolder() }))

/** What a form with one part is answered; of a received file, its size. */
function received(part: string) {
  const body = `--x\r\nContent-Disposition: form-data${part}\r\n--x--\r\n`
  const headers: Record<string, string> = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': `${body.length}`,
  }
  const request = {
    method: 'POST',
    path: '/api/v1/uploads',
    requestId: 'r',
    query: () => new URLSearchParams(),
    header: (name: string) => headers[name] ?? null,
    readBody: async () => null,
    bodyStream: () => Readable.from([Buffer.from(body)]),
    isGone: () => false,
  }
  return receiveFile(
    request,
    { types: [], maxFileBytes: MAX_UPLOAD_BYTES, sender: 'user' },
    async ({ file }) => (await file.bytes()).length,
  )
}

const LONG = 'a'.repeat(1000)

it.each([
  ['a short text', '\r\n\r\na'],
  ['a text over the limit', `\r\n\r\n${LONG}`],
  ['an empty name', `; name=""\r\n\r\n${LONG}`],
  ['a file', `; filename="a.txt"\r\n\r\n${LONG}`],
])('refuses a part without a name and frees its place: %s', async (_, part) => {
  for (let i = 0; i < MANY; i++) expect(await received(part)).toMatchObject({ code: 'bad_request' })
  expect(await received('; name="file"; filename="a.txt"\r\n\r\nabc')).toBe(3)
})
