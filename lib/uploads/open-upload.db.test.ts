import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { stored } from '@/tests/kit/stored-upload'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { createUploadLink } from '@/lib/uploads/create-upload-link'
import { uploadsForExport } from '@/lib/uploads/export-uploads'
import { openUpload } from '@/lib/uploads/open-upload'
import { isValidLink } from '@/lib/uploads/upload-link'
import type { NewUpload } from '@/lib/uploads/upload.store'

const folder = temporaryFolder()
const use = (env: Record<string, string> = {}) => useSettings({ DATA_DIR: folder, ...env })
const owner = async () => (await insertUser()).id

useTestDatabase()
beforeAll(async () => {
  use()
  await syncCatalog(new Date())
})
beforeEach(() => use())

describe('a link', () => {
  const parts = (url: string) => Object.fromEntries(new URL(url).searchParams)

  it('opens only its own upload and expires', async () => {
    const now = new Date()
    const userId = await owner()
    const [{ id }, other] = [await stored(userId), await stored(userId)]
    const made = await createUploadLink(await principalOf(userId), { id, expiresIn: 60 }, now)
    if (!made.ok) throw new Error(made.code)
    const query = parts(made.url)
    expect(isValidLink(id, query, now)).toBe(true)
    expect(isValidLink(other.id, query, now)).toBe(false)
    expect(isValidLink(id, query, addSeconds(now, 60))).toBe(false)
    expect(isValidLink(id, { ...query, expires: String(Number(query.expires) + 1) }, now)).toBe(
      false,
    )
    expect(isValidLink(id, { ...query, signature: `${query.signature}=` }, now)).toBe(false)
    expect(isValidLink(id, { expires: query.expires }, now)).toBe(false)
    useSettings({
      DATA_DIR: folder,
      AUTH_JWT_SECRET: 'another-signing-secret-of-the-tests-0123456789',
    })
    expect(isValidLink(id, query, now)).toBe(false)
  })

  it('can be created by the owner only', async () => {
    const { id } = await stored(await owner())
    const other = await principalOf(await owner())
    for (const asked of [id, 'x'])
      expect(await createUploadLink(other, { id: asked, expiresIn: 60 }, new Date())).toMatchObject(
        { code: 'not_found' },
      )
  })

  it('is in the data export for each of the user’s own files only', async () => {
    const userId = await owner()
    await stored(await owner())
    const { id } = await stored(userId)
    const now = new Date()
    const batches = []
    for await (const batch of uploadsForExport(userId, now)) batches.push(...batch)
    expect(batches).toMatchObject([{ id, name: 'notes.txt', size: 5 }])
    const { download_url: url } = batches[0] as { download_url: string }
    expect(isValidLink(id, parts(url), addSeconds(now, 86_000))).toBe(true)
  })
})

describe('an opened file', () => {
  const open = async (conditions: { ifNoneMatch?: string; range?: string; ifRange?: string }) => {
    const opened = await openUpload(await file, {
      ifNoneMatch: null,
      range: null,
      ifRange: null,
      ...conditions,
    })
    if (!opened.ok) return opened
    const { status, headers, stream } = opened.file
    let text = ''
    if (stream) for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk.toString()
    return { status, text, headers }
  }
  let file: Promise<NewUpload>
  beforeAll(
    () =>
      void (file = owner().then((id) =>
        stored(id, receivedFile('0123456789', 'text/plain', 'q"ü.txt')),
      )),
  )

  it('is harmless in a browser', async () => {
    const { headers } = (await open({})) as { headers: Record<string, string> }
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': `attachment; filename="q__.txt"; filename*=UTF-8''q%22%C3%BC.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    const { id } = await stored(
      await owner(),
      receivedFile(await picture().png().toBuffer(), 'image/png', 'a.png'),
    )
    const image = await openUpload({ id })
    if (image.ok) image.file.stream?.destroy()
    expect(image).toMatchObject({
      file: { headers: { 'content-disposition': 'inline; filename="a.png"' } },
    })
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('with the range %j is answered with %i', async (range, status, text, contentRange) => {
    const answer = (await open({ range })) as {
      status: number
      text: string
      headers: Record<string, string>
    }
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      status,
      text,
      contentRange,
    ])
    expect(answer.headers['content-length']).toBe(String(text.length))
  })

  it.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])(
    'refuses the range %j beyond its end',
    async (range) => {
      expect(await open({ range })).toMatchObject({ code: 'range_not_satisfiable', sizeBytes: 10 })
    },
  )

  it('is not sent again if unchanged, and sent whole if a part is of another version', async () => {
    const { headers } = (await open({})) as { headers: Record<string, string> }
    const etag = headers.etag!
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect(await open({ ifNoneMatch })).toMatchObject({
        status: 304,
        text: '',
        headers: { etag },
      })
    expect(await open({ ifNoneMatch: '"x"' })).toMatchObject({ status: 200 })
    expect(await open({ range: 'bytes=0-0', ifRange: etag })).toMatchObject({ status: 206 })
    expect(await open({ range: 'bytes=0-0', ifRange: '"x"' })).toMatchObject({ status: 200 })
  })
})
