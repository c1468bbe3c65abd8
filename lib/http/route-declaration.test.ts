import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { toJsonText } from '@/lib/http/route-declaration'
import { type Outcome, refuse } from '@/lib/platform/problems'

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
})
