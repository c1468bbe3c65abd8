import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Profile, profileResponse } from '@/lib/accounts/present-profile'
import { fromWebRequest } from '@/lib/http/api-request'
import { defineRoute } from '@/lib/http/define-route'
import { deviceToken, ifMatch, locale } from '@/lib/http/request-headers'
import { fileBody, formOrJsonBody, multipartBody } from '@/lib/http/route-body'
import { toJsonText } from '@/lib/http/route-declaration'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { useSettings } from '@/tests/kit/test-settings'

const pet = z.strictObject({
  name: z.string(),
  kind: z.enum(['cat', 'dog']),
  tags: z.array(z.strictObject({ label: z.string() })),
})
type Pet = z.output<typeof pet>

const tom: Pet = { name: 'Tom', kind: 'cat', tags: [] }
const withSecret = { ...tom, secret: 'x' }
const nested = { ...tom, tags: [{ label: 'a', secret: 'x' }] }
const found = (): Outcome<{ pet: Pet }> => ({ ok: true, pet: tom })
const foundWithSecret = (): Outcome<{ pet: typeof withSecret }> => ({ ok: true, pet: withSecret })

const about = {
  operationId: 'getPet',
  tag: 'Service',
  summary: 'A pet',
  access: 'public',
  limits: [],
} as const

beforeAll(() => useSettings())

// The compiler is the test: `npm run check:types` fails if one of these errors is missing, or if
// there is another one.
describe('a handler', () => {
  it('may return what its responses declare', () => {
    defineRoute({
      ...about,
      responses: { 200: pet },
      handle: async () => ({ status: 200, body: tom }),
    })
    defineRoute({
      ...about,
      responses: { 201: pet },
      handle: async () => {
        const result = found()
        return result.ok ? { status: 201, body: result.pet, headers: { etag: '"1"' } } : result
      },
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      handle: async () => ({
        status: 200,
        body: { name: 'Rex', kind: 'dog', tags: [{ label: 'loud' }] },
      }),
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      handle: async () => ({ status: 200, body: toJsonText(tom) }),
    })
    defineRoute({
      ...about,
      responses: { 204: null },
      handle: async () => ({ status: 204, body: null }),
    })
    defineRoute({ ...about, responses: {}, handle: async () => refuse('not_found') })
    expect(pet.parse(tom)).toEqual(tom)
  })

  it('cannot omit a field', () => {
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- `tags` is missing
      handle: async () => ({ status: 200, body: { name: 'Tom', kind: 'cat' } }),
    })
  })

  it('cannot show an object that has a version, or a profile, without its ETag', () => {
    const versioned = z.strictObject({ version: z.number() })
    const headers = { etag: '"3"' }
    defineRoute({
      ...about,
      responses: { 200: versioned },
      handle: async () => ({ status: 200, body: { version: 3 }, headers }),
    })
    defineRoute({
      ...about,
      responses: { 200: versioned },
      // @ts-expect-error -- the ETag is missing
      handle: async () => ({ status: 200, body: { version: 3 } }),
    })
    const profile = {} as Profile
    defineRoute({
      ...about,
      responses: { 200: profileResponse },
      handle: async () => ({ status: 200, body: profile, headers }),
    })
    defineRoute({
      ...about,
      responses: { 200: profileResponse },
      // @ts-expect-error -- the ETag is missing
      handle: async () => ({ status: 200, body: profile }),
    })
  })

  it('cannot add a field, in a literal, a variable, the result of a use case or a list', () => {
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- `age` is not in the schema
      handle: async () => ({ status: 200, body: { name: 'Tom', kind: 'cat', tags: [], age: 3 } }),
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- `secret` is not in the schema
      handle: async () => ({ status: 200, body: withSecret }),
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- `secret` is not in the schema
      handle: async () => {
        const result = foundWithSecret()
        return result.ok ? { status: 200, body: result.pet } : result
      },
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- `tags[].secret` is not in the schema
      handle: async () => ({ status: 200, body: nested }),
    })
  })

  it('cannot return an undeclared status or body', () => {
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- 201 is not declared
      handle: async () => ({ status: 201, body: tom }),
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- `bird` is no kind
      handle: async () => ({ status: 200, body: { name: 'Tweety', kind: 'bird', tags: [] } }),
    })
    defineRoute({
      ...about,
      responses: { 204: null },
      // @ts-expect-error -- a 204 has no body
      handle: async () => ({ status: 204, body: tom }),
    })
    defineRoute({
      ...about,
      responses: { 200: pet },
      // @ts-expect-error -- text that was not written from a pet
      handle: async () => ({ status: 200, body: '{"name":"Tom"}' }),
    })
  })

  it('needs an operation id and a tag from the list', () => {
    const responses = { 204: null }
    const handle = async () => ({ status: 204 as const, body: null })
    const { operationId, tag, ...rest } = about
    // @ts-expect-error -- no operation id
    defineRoute({ ...rest, tag, responses, handle })
    // @ts-expect-error -- no tag
    defineRoute({ ...rest, operationId, responses, handle })
    // @ts-expect-error -- a tag that is not on the list
    defineRoute({ ...about, tag: 'Pets', responses, handle })
  })

  it('gets the body that its route declares, and nothing else', () => {
    const responses = { 204: null }
    const done = { status: 204, body: null } as const
    const given: unknown[] = []
    defineRoute({
      ...about,
      responses,
      body: pet,
      handle: async ({ body }) => (given.push(body.name), done),
    })
    defineRoute({
      ...about,
      responses,
      body: formOrJsonBody(pet),
      handle: async ({ body }) => (given.push(body.name), done),
    })
    defineRoute({
      ...about,
      responses,
      body: fileBody({ types: ['text/csv', 'application/json'], maxBytes: 1 }),
      handle: async ({ body }) => {
        const type: 'text/csv' | 'application/json' = body.type
        // @ts-expect-error -- no fields beside a file that is the whole body
        given.push(type, body.bytes, body.fields)
        return done
      },
    })
    defineRoute({
      ...about,
      responses,
      body: multipartBody({ fields: pet, maxFileBytes: 1 }),
      handle: async ({ body: { file, fields } }) => (given.push(file.bytes, fields.name), done),
    })
    defineRoute({
      ...about,
      responses,
      handle: async ({ body }) => {
        const none: undefined = body
        given.push(none)
        return done
      },
    })
    expect(given).toEqual([])
  })

  it('gets the path parameters that its route declares, and no other', () => {
    const responses = { 204: null }
    const read: string[] = []
    const handle = async () => ({ status: 204 as const, body: null })
    defineRoute({
      ...about,
      params: ['id', 'key'],
      access: { permission: 'users:read', unlessOwn: 'id' },
      responses,
      handle: async ({ params }) => {
        // @ts-expect-error -- `provider` is not in the path
        read.push(params.id, params.key, params.provider)
        return { status: 204, body: null }
      },
    })
    defineRoute({
      ...about,
      responses,
      handle: async ({ params }) => {
        // @ts-expect-error -- the path has no parameters
        read.push(params.id)
        return { status: 204, body: null }
      },
    })
    const access = { permission: 'users:read', unlessOwn: 'id' } as const
    // @ts-expect-error -- the owner is not in the path
    defineRoute({ ...about, access, responses, handle })
    // @ts-expect-error -- another parameter is
    defineRoute({ ...about, params: ['key'], access, responses, handle })
    expect(read).toEqual([])
  })

  it('takes a file only with a size limit', () => {
    // @ts-expect-error -- no limit of the file
    expect(fileBody({ types: ['text/csv'] })).toHaveProperty('types')
    // @ts-expect-error -- no limit of the file
    expect(multipartBody({ fields: pet })).toHaveProperty('fields')
  })

  it('reads a header only if its route declares it', async () => {
    const { answer } = defineRoute({
      ...about,
      headers: { versions: ifMatch },
      responses: { 204: null },
      handle: async ({ headers, request, ctx }) => {
        expect(headers).toEqual({ versions: [3] })
        expect([ctx.deviceToken, ctx.locale]).toEqual([null, 'en'])
        // @ts-expect-error -- `idempotencyKey` is not declared
        expect(headers.idempotencyKey).toBeUndefined()
        // @ts-expect-error -- no handler reads headers by itself
        request.header('idempotency-key')
        return { status: 204, body: null }
      },
    })
    const headers = { 'if-match': '"3"', 'x-device-token': 'x', 'accept-language': 'tr' }
    const request = new Request('http://localhost/', { headers })
    expect((await answer(fromWebRequest(request), {})).status).toBe(204)
  })

  it('passes the device token and the language on if its route declares them', async () => {
    const { answer } = defineRoute({
      ...about,
      headers: { deviceToken, locale },
      responses: { 204: null },
      handle: async ({ headers, ctx }) => {
        expect(headers).toEqual({ deviceToken: 'x', locale: 'tr' })
        expect([ctx.deviceToken, ctx.locale]).toEqual(['x', 'tr'])
        return { status: 204, body: null }
      },
    })
    const headers = { 'x-device-token': 'x', 'accept-language': 'tr' }
    const request = new Request('http://localhost/', { headers })
    expect((await answer(fromWebRequest(request), {})).status).toBe(204)
  })
})
