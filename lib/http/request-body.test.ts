import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiRequest } from '@/lib/http/api-request'
import { formLimit } from '@/lib/http/body-limits'
import { receiveFile } from '@/lib/http/receive-file'
import { readForm, readJsonBody, readUpload, URLENCODED } from '@/lib/http/request-body'
import { problems, type Refusal } from '@/lib/platform/problems'
import { MAX_CALLBACK_BYTES, MAX_IMPORT_BYTES, MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings({ DATA_DIR: temporaryFolder() }))

const READ = 'the body was read'

/** A request whose body must not be read. */
function announcing(path: string, headers: Record<string, string>): ApiRequest {
  const unread = () => {
    throw new Error(READ)
  }
  return {
    method: 'POST',
    path,
    requestId: 'r',
    query: () => new URLSearchParams(),
    header: (name: string) => headers[name] ?? null,
    readBody: unread,
    bodyStream: unread,
    isGone: () => false,
  }
}

/** Status, code, and detail of a refusal. */
function documented(answer: unknown): unknown[] {
  const { code, detail } = answer as Refusal
  return [problems[code][0], code, detail]
}

const ofUser = { sender: 'user', maxFileBytes: MAX_UPLOAD_BYTES }

type Reader = (request: ApiRequest) => Promise<unknown>

const CSV_OR_JSON = 'in UTF-8 and without Content-Encoding: text/csv, application/json.'
const READERS: {
  name: string
  path: string
  type: string
  read: Reader
  limit: number
  tooLarge: string
  detail?: string
}[] = [
  {
    name: 'JSON',
    path: '/api/v1/auth/login',
    type: 'application/json',
    read: (request) => readJsonBody(request),
    limit: 100_000,
    tooLarge: 'body_too_large',
  },
  {
    name: 'a form',
    path: '/api/v1/auth/introspect',
    type: URLENCODED,
    read: (request) => readForm(request),
    limit: 100_000,
    tooLarge: 'body_too_large',
    detail: `Send one of these types, in UTF-8 and without Content-Encoding: ${URLENCODED}.`,
  },
  {
    name: 'a form of a provider',
    path: '/api/v1/auth/oauth/apple/callback',
    type: URLENCODED,
    read: (request) => readForm(request, MAX_CALLBACK_BYTES),
    limit: MAX_CALLBACK_BYTES,
    tooLarge: 'body_too_large',
    detail: `Send one of these types, in UTF-8 and without Content-Encoding: ${URLENCODED}.`,
  },
  {
    name: 'an import',
    path: '/api/v1/users/imports',
    type: 'text/csv',
    read: (request) =>
      readUpload(request, { types: ['text/csv', 'application/json'], maxBytes: MAX_IMPORT_BYTES }),
    limit: MAX_IMPORT_BYTES,
    tooLarge: 'body_too_large',
    detail: `Send one of these types, ${CSV_OR_JSON}`,
  },
  {
    name: 'a file',
    path: '/api/v1/uploads',
    type: 'multipart/form-data; boundary=x',
    read: (request) => receiveFile(request, { ...ofUser, types: [] }, () => null),
    limit: formLimit(MAX_UPLOAD_BYTES),
    tooLarge: 'payload_too_large',
    detail: 'Send multipart/form-data with the file in the field \u201cfile\u201d.',
  },
  {
    name: 'a picture',
    path: '/api/v1/me/avatar',
    type: 'image/png',
    read: (request) => receiveFile(request, { ...ofUser, types: ['image/png'] }, () => null),
    limit: formLimit(MAX_UPLOAD_BYTES),
    tooLarge: 'payload_too_large',
    detail:
      'Send multipart/form-data with the file in the field \u201cfile\u201d, or one of: image/png.',
  },
]

describe.each(READERS)('$name', ({ path, type, read, limit, tooLarge, detail }) => {
  const answer = async (headers: Record<string, string>) =>
    documented(await read(announcing(path, headers)))
  const oversized = [413, tooLarge, undefined]
  const unsupported = [415, 'unsupported_media_type', detail]

  it('is refused unread when it announces more than allowed', async () => {
    const of = (bytes: number) => ({ 'content-type': type, 'content-length': String(bytes) })
    expect(await answer(of(limit + 1))).toEqual(oversized)
    await expect(answer(of(limit))).rejects.toThrow(READ)
  })

  it('is refused unread when encoded', async () => {
    const as = (encoding: string) => ({ 'content-type': type, 'content-encoding': encoding })
    expect(await answer(as('gzip'))).toEqual(unsupported)
    await expect(answer(as('Identity'))).rejects.toThrow(READ)
  })

  it.each(['text/html', 'application/json; charset=latin1', ''])(
    'is refused unread when sent as “%s”',
    async (other) => expect(await answer({ 'content-type': other })).toEqual(unsupported),
  )

  it('is refused when it turns out longer than announced', async () => {
    const asked: number[] = []
    const body = Readable.from([Buffer.alloc(limit + 1)])
    const request = {
      ...announcing(path, { 'content-type': type }),
      readBody: async (maxBytes: number) => (asked.push(maxBytes), null),
      bodyStream: () => body,
    }
    expect(documented(await read(request))).toEqual(oversized)
    expect(asked).toEqual(tooLarge === 'body_too_large' ? [limit] : [])
  })
})
