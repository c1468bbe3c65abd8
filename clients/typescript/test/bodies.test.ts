import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from '@/clients/typescript/src/index'

/** A client that is not signed in, of a service that answers with `answer`. */
function clientOf(answer: () => Response) {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return answer()
  }
  return { client: createClient({ baseUrl: 'http://service.test', fetch, retries: 0 }), sent }
}

const answered = (body: BodyInit, type: string) => () =>
  new Response(body, { headers: { 'content-type': type } })
const CREATED = () => Response.json({})
const CSV = 'email\nada@example.org\n'
const ID = '01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42'
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47])

afterEach(() => void vi.useRealTimers())

it.each([
  ['text/csv; charset=utf-8', 'csv', CSV],
  ['application/x-ndjson', 'ndjson', '{"email":"ada@example.org"}\n'],
] as const)('returns an export in %s as a text', async (type, format, text) => {
  const { client } = clientOf(answered(text, type))
  const query = { format }
  expect((await client.GET('/api/v1/users/export', { params: { query } })).data).toBe(text)
  expect((await client.GET('/api/v1/audit/export', { params: { query } })).data).toBe(text)
  const params = { path: { id: ID }, query }
  expect((await client.GET('/api/v1/users/imports/{id}/refused', { params })).data).toBe(text)
})

it.each(['image/png', 'text/plain'])(
  'returns an uploaded file with its bytes and its type: %s',
  async (type) => {
    const { client } = clientOf(answered(PNG, type))
    const { data } = await client.GET('/api/v1/uploads/{id}', { params: { path: { id: ID } } })
    expect(data.type).toBe(type)
    expect(new Uint8Array(await data.arrayBuffer())).toEqual(PNG)
  },
)

it('leaves a large export to its caller as a stream', async () => {
  const { client } = clientOf(answered(CSV, 'text/csv'))
  const params = { query: { format: 'csv' } } as const
  const { data } = await client.GET('/api/v1/users/export', { params, parseAs: 'stream' })
  expect(await new Response(data).text()).toBe(CSV)
})

it('takes the page of a proxy for no export, no file, and no object', async () => {
  const { client } = clientOf(answered('<html>', 'text/html'))
  const path = { id: ID }
  const calls = [
    () => client.GET('/api/v1/users/export', { params: { query: { format: 'csv' } } }),
    () => client.GET('/api/v1/uploads/{id}', { params: { path } }),
    () => client.GET('/api/v1/me'),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ code: 'unexpected_response' })
})

it('sends a file with its fields as a form', async () => {
  const { client, sent } = clientOf(CREATED)
  const file = new File([PNG], 'ada.png', { type: 'image/png' })
  await client.POST('/api/v1/uploads', { body: { file, purpose: 'avatar' } })
  expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
  const form = await sent[0]!.formData()
  expect(form.get('purpose')).toBe('avatar')
  const received = form.get('file') as File
  expect([received.name, received.type]).toEqual(['ada.png', 'image/png'])
  expect(new Uint8Array(await received.arrayBuffer())).toEqual(PNG)
})

it.each([
  ['a file', '/api/v1/uploads', new Blob([PNG])],
  ['a form with a file', '/api/v1/uploads', { file: new Blob([PNG]), purpose: 'avatar' }],
  ['a form', '/api/v1/uploads', new FormData()],
  ['rows', '/api/v1/users/imports', [{ email: 'ada@example.org' }]],
  ['a text', '/api/v1/users/imports', CSV],
])('waits longer for %s, which a phone needs minutes to send', async (_, path, body) => {
  vi.useFakeTimers()
  const { POST } = createClient({
    baseUrl: 'http://service.test',
    fetch: () => new Promise(() => {}),
    retries: 0,
  })
  const ended: string[] = []
  const send = (name: string, sent: Promise<unknown>) => sent.catch(() => void ended.push(name))
  void send('large', POST(path as '/api/v1/uploads', { body: body as never }))
  void send('small', POST('/api/v1/auth/login', { body: { email: 'a', password: 'b' } }))
  await vi.advanceTimersByTimeAsync(200_000)
  expect(ended).toEqual(['small'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toEqual(['small', 'large'])
})

it('sends a form as it is', async () => {
  const { client, sent } = clientOf(CREATED)
  const body = new FormData()
  body.append('file', new Blob([PNG]), 'ada.png')
  await client.POST('/api/v1/uploads', { body })
  expect(((await sent[0]!.formData()).get('file') as File).name).toBe('ada.png')
})

it.each([
  ['a text with its type', CSV, { 'content-type': 'text/csv' }],
  ['a file', new Blob([CSV], { type: 'text/csv' }), {}],
  ['bytes with their type', new TextEncoder().encode(CSV), { 'Content-Type': 'text/csv' }],
  ['a stream with its type', () => new Blob([CSV]).stream(), { 'content-type': 'text/csv' }],
  ['a file whose type the caller knows better', new Blob([CSV]), { 'content-type': 'text/csv' }],
] as const)('sends an import as it is: %s', async (_, body, headers) => {
  const { client, sent } = clientOf(CREATED)
  const file = typeof body === 'function' ? body() : body
  await client.POST('/api/v1/users/imports', { body: file, headers })
  expect(sent[0]?.headers.get('content-type')).toBe('text/csv')
  expect(await sent[0]?.text()).toBe(CSV)
})

it.each([[[{ email: 'ada@example.org' }]], ['[{"email":"ada@example.org"}]']])(
  'sends rows, and a text without a type, as JSON: %j',
  async (body) => {
    const { client, sent } = clientOf(CREATED)
    await client.POST('/api/v1/users/imports', { body })
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    expect(await sent[0]?.json()).toEqual([{ email: 'ada@example.org' }])
  },
)

it('never calls bytes JSON', async () => {
  const { client, sent } = clientOf(CREATED)
  await client.PUT('/api/v1/me/avatar', { body: PNG.buffer })
  expect(sent[0]?.headers.get('content-type')).toBeNull()
})
