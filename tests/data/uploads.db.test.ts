import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as link from '@/app/api/v1/uploads/[id]/link/route'
import * as one from '@/app/api/v1/uploads/[id]/route'
import * as all from '@/app/api/v1/uploads/route'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { describeIf } from '@/tests/kit/describe-if'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { openFilesIn } from '@/tests/kit/open-files-in'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'
import { multipartBody, picture } from '@/tests/kit/upload-files'

const WITHIN_MS = 10_000
const folder = temporaryFolder()
const routes = [
  { path: '/api/v1/uploads', handlers: { ...all } },
  { path: '/api/v1/uploads/[id]', handlers: { ...one } },
  { path: '/api/v1/uploads/[id]/link', handlers: { ...link } },
]

useTestDatabase()
let gateway: Awaited<ReturnType<typeof openTestGateway>>
let holder: string
let unprivileged: string
beforeAll(async () => {
  await syncCatalog(new Date())
  gateway = await openTestGateway({
    routes,
    env: { DATA_DIR: folder },
    pages: async (_, res) => void res.end(),
  })
  holder = await tokenOf(true)
  unprivileged = await tokenOf(false)
})
afterAll(() => gateway.close())

async function tokenOf(admin: boolean): Promise<string> {
  const { id } = await makeUser({ admin })
  return `Bearer ${(await makeSession(id, testContext())).accessToken}`
}

interface Answered {
  status: number
  headers: IncomingMessage['headers']
  text: string
  body: Record<string, unknown>
}

function begin(
  path: string,
  options: { method?: string; headers?: Record<string, string | number> },
): ClientRequest {
  return request({ port: gateway.port, path: `/api/v1${path}`, method: 'POST', ...options })
}

function answerTo(sent: ClientRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
        resolve({ status: response.statusCode!, headers: response.headers, text, body })
      })
    })
  })
}

function post(form: { type: string; body: Buffer }, headers: Record<string, string | number> = {}) {
  const sent = begin('/uploads', {
    headers: {
      authorization: holder,
      'content-type': form.type,
      'content-length': form.body.length,
      ...headers,
    },
  })
  sent.end(form.body)
  return answerTo(sent)
}

function get(path: string, headers: Record<string, string> = {}) {
  const sent = begin(path, { method: 'GET', headers })
  sent.end()
  return answerTo(sent)
}

const file = (content: string | Buffer, type = 'text/plain', fileName = 'a.txt') => ({
  name: 'file',
  fileName,
  type,
  content,
})
const left = () => ({
  files: readdirSync(`${folder}/uploads`, { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  ).length,
})
const counts = async () => ({ ...left(), rows: await db().upload.count() })

describe('POST /uploads', () => {
  it('accepts a file, which its owner gets back byte for byte', async () => {
    const made = await post(
      multipartBody([file('Grüße'), { name: 'purpose', content: 'attachment' }]),
    )
    expect(made).toMatchObject({
      status: 201,
      body: { content_type: 'text/plain', size: 7, name: 'a.txt', purpose: 'attachment' },
    })
    const path = `/uploads/${String(made.body.id)}`
    expect(made.body.url).toBe(`http://localhost:${gateway.port}/api/v1${path}`)
    const got = await get(path, { authorization: holder })
    expect([got.status, got.text, got.headers['content-length']]).toEqual([200, 'Grüße', '7'])
    expect((await get(path, { authorization: unprivileged })).status).toBe(404)
    expect((await get(path)).status).toBe(401)
  })

  const PNG_TYPES = [
    undefined,
    'application/octet-stream',
    'IMAGE/PNG; charset=binary',
    'text/plain',
  ]
  it.each(PNG_TYPES)('stores and serves a PNG as one, sent as %j', async (type) => {
    const content = await picture().png().toBuffer()
    const made = await post(multipartBody([{ name: 'file', fileName: 'a', type, content }]))
    expect(made).toMatchObject({ status: 201, body: { content_type: 'image/png' } })
    const got = await get(`/uploads/${String(made.body.id)}`, { authorization: holder })
    const { 'content-type': served, 'x-content-type-options': sniffing } = got.headers
    expect([served, sniffing]).toEqual(['image/png', 'nosniff'])
  })

  it.each([
    [undefined, 201],
    ['TEXT/PLAIN; charset=utf-8', 201],
    ['application/octet-stream', 201],
    ['text/html', 415],
  ])('takes text sent as %j for plain text, or refuses it: %i', async (type, status) => {
    const before = await counts()
    const made = await post(
      multipartBody([{ name: 'file', fileName: 'a', type, content: 'hello' }]),
    )
    expect(made.status).toBe(status)
    if (status === 201) expect(made.body).toMatchObject({ content_type: 'text/plain' })
    else expect(await counts()).toEqual(before)
  })

  it('refuses unauthenticated and unauthorized senders during the upload, before reading the file', async () => {
    const before = await counts()
    for (const [authorization, status] of [
      ['Bearer x', 401],
      [unprivileged, 403],
    ] as const) {
      const sent = begin('/uploads', {
        headers: {
          authorization,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 5_000_000,
        },
      })
      sent.write('--x\r\n')
      expect((await answerTo(sent)).status).toBe(status)
      sent.destroy()
    }
    expect(await counts()).toEqual(before)
  })

  it.each([
    ['of another type than declared', [file('<svg/>', 'image/png')], 415, 'unsupported_media_type'],
    ['HTML', [file('<script>', 'text/html', 'x.html')], 415, 'unsupported_media_type'],
    ['missing', [{ name: 'purpose', content: 'file' }], 422, 'validation_failed'],
    ['in another field', [{ ...file('x'), name: 'picture' }], 422, 'validation_failed'],
    ['one of two', [file('one'), file('two')], 422, 'validation_failed'],
    [
      'for an unknown purpose',
      [file('x'), { name: 'purpose', content: 'logo' }],
      422,
      'validation_failed',
    ],
    ['named with a NUL', [file('x', 'text/plain', 'a\0.txt')], 400, 'bad_request'],
    [
      'beside a field that is too long',
      [{ name: 'x', content: 'y'.repeat(2000) }, file('x')],
      422,
      'validation_failed',
    ],
    [
      'beside too many fields',
      [...Array.from({ length: 20 }, (_, n) => ({ name: `x${n}`, content: 'y' })), file('x')],
      400,
      'bad_request',
    ],
  ])('refuses a file that is %s, and stores nothing', async (_, parts, status, code) => {
    const before = await counts()
    expect(await post(multipartBody(parts))).toMatchObject({ status, body: { code } })
    expect(await counts()).toEqual(before)
  })

  it('never uses a name as a path', async () => {
    for (const [name, kept] of [
      ['../../../../etc/passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini'],
      ['..', null],
      ['/', null],
      ['<img src=x>.txt', '<img src=x>.txt'],
    ] as const)
      expect(await post(multipartBody([file('x', 'text/plain', name)]))).toMatchObject({
        status: 201,
        body: { name: kept },
      })
  })

  it('accepts exactly 10 MiB', async () => {
    const form = multipartBody([file(Buffer.alloc(10_485_760, 'a'))])
    expect(await post(form)).toMatchObject({ status: 201, body: { size: 10_485_760 } })
  })

  it.each([
    ['announced', 10_485_761, false],
    ['announced, and much longer', 20_000_000, false],
    ['sent in chunks', 10_485_761, true],
    ['sent in chunks without end', 40_000_000, true],
  ])('refuses one byte more, %s, and stores nothing', async (_, size, chunked) => {
    const before = await counts()
    const form = multipartBody([file(Buffer.alloc(size, 'a'))])
    const length: Record<string, string | number> = chunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': form.body.length }
    const sent = begin('/uploads', {
      headers: { authorization: holder, 'content-type': form.type, ...length },
    })
    sent.end(form.body)
    expect(await answerTo(sent)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect(await counts()).toEqual(before)
  })

  it('stores nothing of an interrupted form, and keeps serving', async () => {
    const before = await counts()
    const form = multipartBody([file(Buffer.alloc(500_000, 'a'))])
    expect(await post({ type: form.type, body: form.body.subarray(0, 300_000) })).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
    const sent = begin('/uploads', {
      headers: {
        authorization: holder,
        'content-type': form.type,
        'content-length': form.body.length,
      },
    })
    sent.on('error', () => undefined)
    sent.write(form.body.subarray(0, 300_000), () => sent.destroy())
    await new Promise((resolve) => sent.once('close', resolve))
    expect((await post(multipartBody([file('x')]))).status).toBe(201)
    expect(await counts()).toEqual({ files: before.files + 1, rows: before.rows + 1 })
  })

  it('is open to others while one user has all of their slots', async () => {
    const form = multipartBody([file('x')])
    const slow = Array.from({ length: 16 }, () => {
      const about = { 'content-type': form.type, 'content-length': 200_000, expect: '100-continue' }
      const sent = begin('/uploads', { headers: { authorization: holder, ...about } })
      sent.on('error', () => undefined).flushHeaders()
      return sent
    })
    await Promise.all(slow.map((sent) => new Promise((resolve) => sent.once('continue', resolve))))
    expect(await post(form)).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect((await post(form, { authorization: await tokenOf(true) })).status).toBe(201)
    for (const sent of slow) sent.destroy()
    await until(
      'the upload slots are free again',
      WITHIN_MS,
      async () => (await post(form)).status === 201,
    )
  })

  it.each([
    ['no multipart form', { type: 'application/json', body: Buffer.from('{}') }, 415],
    ['a form without boundary', { type: 'multipart/form-data', body: Buffer.from('x') }, 400],
    ['an encoded body', multipartBody([file('x')]), 415, { 'content-encoding': 'gzip' }],
  ] as [string, { type: string; body: Buffer }, number, Record<string, string>?][])(
    'refuses %s',
    async (_, form, status, headers = {}) =>
      expect((await post(form, headers)).status).toBe(status),
  )
})

describe('GET /uploads/:id', () => {
  const uploaded = async (content: string | Buffer, type?: string) =>
    `/uploads/${String((await post(multipartBody([file(content, type)]))).body.id)}`

  it('sends ranges, and the length of a file that ends before them', async () => {
    const path = await uploaded('0123456789')
    const part = await get(path, { authorization: holder, range: 'bytes=2-4' })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ])
    const beyond = await get(path, { authorization: holder, range: 'bytes=10-' })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  it('opens by a link without a session, until the file is deleted', async () => {
    const path = await uploaded('shared')
    const sent = begin(`${path}/link`, { headers: { authorization: holder } })
    sent.end()
    const { body } = await answerTo(sent)
    const { pathname, search } = new URL(String(body.url))
    const shared = pathname.replace('/api/v1', '') + search
    const opened = await get(shared)
    expect([opened.status, opened.text]).toEqual([200, 'shared'])
    expect(opened.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    // Once: a doubled header is a different value, which browsers ignore.
    expect(opened.headers['x-content-type-options']).toBe('nosniff')
    expect((await get(`${shared}x`)).status).toBe(404)
    const removed = begin(path, { method: 'DELETE', headers: { authorization: holder } })
    removed.end()
    expect((await answerTo(removed)).status).toBe(204)
    expect((await get(shared)).status).toBe(404)
  })
})

describeIf(process.platform === 'linux', 'needs /proc')('a file that is sent', () => {
  it('closes the file when the client disconnects, and after a HEAD', async () => {
    const { body: made } = await post(multipartBody([file(Buffer.alloc(9_000_000, 'a'))]))
    const path = `/uploads/${String(made.id)}`
    const head = begin(path, { method: 'HEAD', headers: { authorization: holder } })
    head.end()
    expect((await answerTo(head)).headers['content-length']).toBe('9000000')
    await until('the file is closed after the HEAD', WITHIN_MS, () => openFilesIn(folder) === 0)
    const sent = begin(path, { method: 'GET', headers: { authorization: holder } })
    sent.on('error', () => undefined).end()
    await new Promise((resolve) =>
      sent.once('response', (response) => response.once('data', resolve)),
    )
    expect(openFilesIn(folder)).toBe(1)
    sent.destroy()
    await until('the file is closed', WITHIN_MS, () => openFilesIn(folder) === 0)
  })
})
