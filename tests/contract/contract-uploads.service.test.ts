import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer } from '@/tests/kit/contract/api-client'
import {
  type ContractService,
  LANES,
  startContractService,
} from '@/tests/kit/contract/contract-service'
import { RawConnection } from '@/tests/kit/raw-request'
import { startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'
import { picture } from '@/tests/kit/upload-files'

const NO_UPLOAD = '01890000-0000-7000-8000-000000000001'

describe.each(LANES)('uploads by %s', (_, args) => {
  let contract: ContractService
  beforeAll(async () => void (contract = await startContractService(args)), 60_000)
  afterAll(() => contract.service.stop())

  const formWith = (bytes: Buffer | string, type: string, name = 'a.png') => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(Buffer.from(bytes as string))], { type }), name)
    return form
  }

  it('are created, listed, opened, shared and deleted', async () => {
    const { api, admin } = contract
    const png = await picture(60, 40).png().toBuffer()
    const made = await api.post('/uploads', formWith(png, 'image/png'), admin)
    expect(made).toMatchObject({
      status: 201,
      body: { content_type: 'image/png', name: 'a.png', purpose: 'file' },
    })
    const { id, url, size } = made.body as { id: string; url: string; size: number }
    expect(made.headers.get('location')).toBe(url)
    const listed = await api.get('/uploads?limit=1', admin)
    expect(listed.body).toMatchObject({
      data: [{ id }],
      page: { has_more: false, next_cursor: null },
    })

    const got = await fetch(url, { headers: admin })
    expect((await got.arrayBuffer()).byteLength).toBe(size)
    const etag = got.headers.get('etag')!
    expect((await api.get(`/uploads/${id}`, { ...admin, 'if-none-match': etag })).status).toBe(304)
    const part = await fetch(url, { headers: { ...admin, range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    expect((await api.get(`/uploads/${id}`, { ...admin, range: 'bytes=99999999-' })).status).toBe(
      416,
    )

    const link = await api.post(`/uploads/${id}/link`, { expires_in: 60 }, admin)
    expect((await fetch(String(link.body.url))).status).toBe(200)
    expect((await api.post(`/uploads/${id}/link`, { expires_in: 86_401 }, admin)).status).toBe(422)
    const data = await api.get('/me/export', admin)
    expect(data.body).toMatchObject({ uploads: [{ id, sha256: made.body.sha256 }] })

    expect((await api.call('DELETE', `/uploads/${id}`, undefined, admin)).status).toBe(204)
    expect((await fetch(String(link.body.url))).status).toBe(404)
    expect((await api.get(`/uploads/${id}`, admin)).status).toBe(404)
    expect(readdirSync(join(contract.service.folder, '.data/uploads/tmp'))).toEqual([])
  })

  it('are refused by content, size and sender', async () => {
    const { api, admin } = contract
    const refused = async (form: FormData, headers: Record<string, string> = admin) => {
      const { status, body } = await api.post('/uploads', form, headers)
      return [status, body.code]
    }
    expect(await refused(formWith('<svg/>', 'image/svg+xml'))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(await refused(formWith('hello', 'image/png'))).toEqual([415, 'unsupported_media_type'])
    expect(await refused(formWith(Buffer.alloc(10_485_761, 'a'), 'text/plain'))).toEqual([
      413,
      'payload_too_large',
    ])
    expect(await refused(new FormData())).toEqual([422, 'validation_failed'])
    expect(await refused(formWith('x', 'text/plain'), {})).toEqual([401, 'token_missing'])
    expect(await refused(formWith('x', 'text/plain'), bearer('x'))).toEqual([401, 'invalid_token'])
    for (const [method, path] of [
      ['GET', `/uploads/${NO_UPLOAD}`],
      ['GET', '/uploads/x'],
      ['DELETE', `/uploads/${NO_UPLOAD}`],
      ['POST', `/uploads/${NO_UPLOAD}/link`],
    ] as const)
      expect([path, (await api.call(method, path, undefined, admin)).status]).toEqual([path, 404])
    expect((await api.get(`/uploads/${NO_UPLOAD}?expires=9999999999&signature=x`)).status).toBe(404)
    expect((await api.get('/uploads', admin)).body).toMatchObject({ data: [] })
  })
})

describe('an upload interrupted by a killed service', () => {
  it('leaves nothing after the next start', async () => {
    const { service, admin } = await startContractService([])
    const temporary = join(service.folder, '.data/uploads/tmp')
    const connection = new RawConnection(service.port).send(
      [
        'POST /api/v1/uploads HTTP/1.1',
        `Host: localhost:${service.port}`,
        `Authorization: ${admin.authorization}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 5000000',
        '',
        '--x',
        'Content-Disposition: form-data; name="file"; filename="a.txt"',
        'Content-Type: text/plain',
        '',
        'a'.repeat(1_000_000),
      ].join('\r\n'),
    )
    await until('the file is on its way', 10_000, () => existsSync(temporary))
    await service.stop('SIGKILL')
    connection.close()
    // As if the service had been killed while writing to the storage.
    writeFileSync(join(temporary, 'cut.part'), 'half')
    const again = await startService({ folder: service.folder })
    expect(readdirSync(join(again.folder, '.data/uploads'), { recursive: true })).toEqual(['tmp'])
    await again.stop()
  })
})
