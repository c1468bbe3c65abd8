import { beforeAll, describe, expect, it } from 'vitest'
import * as registerRoute from '@/app/api/v1/auth/register/route'
import * as approve from '@/app/api/v1/registrations/[id]/approve/route'
import * as decline from '@/app/api/v1/registrations/[id]/decline/route'
import * as list from '@/app/api/v1/registrations/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const use = (mode: string) =>
  useSettings({
    AUTH_REGISTRATION: mode,
    AUTH_REGISTRATION_DOMAINS: 'example.org',
    AUTH_IP_RATE_LIMIT: '100000/1m',
  })
beforeAll(async () => {
  use('approval')
  await syncCatalog(new Date())
})

const OTHERS = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'users:activate')

interface Call {
  id?: string
  body?: object
  as?: string
  ifMatch?: string
}

/** Calls a route as the service does, signed in as the given user, if any. */
async function call(handler: RouteHandler, by: Call = {}) {
  const { id = '', body, as, ifMatch } = by
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (as) headers.authorization = `Bearer ${(await makeSession(as, ctx())).accessToken}`
  if (ifMatch) headers['if-match'] = ifMatch
  const method = body ? 'POST' : 'GET'
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return handler(new Request('http://x/api/v1/registrations', init), {
    params: Promise.resolve({ id }),
  })
}
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

async function waiting() {
  const made = await makeRegistration()
  await verifyEmail({ token: made.token }, ctx())
  return made
}

describe('the registrations that wait for approval', () => {
  it('are listed, approved and declined by a user with users:activate', async () => {
    use('approval')
    const as = (await holderOf('users:activate')).userId
    const [one, other] = [await waiting(), await waiting()]
    const listed = await call(list.GET, { as })
    expect(listed.status).toBe(200)
    expect(await listed.json()).toMatchObject({
      data: [
        { id: other.id, email: other.email, name: null, locale: 'en', provider: null },
        { id: one.id },
      ],
      page: { next_cursor: null, has_more: false },
    })
    const approved = await call(approve.POST, { id: one.id, body: {}, as })
    expect([approved.status, approved.headers.get('etag')]).toEqual([200, '"3"'])
    expect(await approved.json()).toMatchObject({ status: 'active', awaits_approval: false })
    const body = { reason: 'No reason' }
    expect((await call(decline.POST, { id: other.id, body, as })).status).toBe(204)
    expect(await codeOf(await call(approve.POST, { id: one.id, body: {}, as }))).toBe('conflict')
    expect(await codeOf(await call(decline.POST, { id: other.id, body, as }))).toBe('not_found')
  })

  it('are refused to anonymous users, and to a user with every other permission', async () => {
    use('approval')
    const { id } = await waiting()
    const stranger = (await holderOf(...OTHERS)).userId
    for (const [as, status] of [
      [undefined, 401],
      [stranger, 403],
    ] as const) {
      expect((await call(list.GET, { as })).status).toBe(status)
      expect((await call(approve.POST, { id, body: {}, as })).status).toBe(status)
      expect((await call(decline.POST, { id, body: {}, as })).status).toBe(status)
    }
    expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'pending',
    })
  })

  it.each([
    ['approved', approve.POST],
    ['declined', decline.POST],
  ] as const)('are not %s if they have changed since they were read', async (_, handler) => {
    use('approval')
    const { id } = await waiting()
    const as = (await holderOf('users:activate')).userId
    const written = () =>
      Promise.all([db().user.findUnique({ where: { id } }), db().job.findMany()])
    const before = await written()
    const { version } = before[0]!
    const stale = await call(handler, { id, body: {}, as, ifMatch: `"${version - 1}"` })
    expect([stale.status, await codeOf(stale)]).toEqual([412, 'precondition_failed'])
    expect(await written()).toEqual(before)
    const current = await call(handler, { id, body: {}, as, ifMatch: `"${version}"` })
    expect(current.ok).toBe(true)
  })

  it.each([{ reason: 'x'.repeat(501) }, { reason: 'a\nb' }, { reason: 1 }, { because: 'x' }])(
    'are not declined with %j',
    async (body) => {
      use('approval')
      const { id } = await waiting()
      const as = (await holderOf('users:activate')).userId
      expect((await call(decline.POST, { id, body, as })).status).toBe(422)
      expect(await db().user.count({ where: { id } })).toBe(1)
    },
  )
})

/** A response as a client sees it, without what differs for every request. */
async function seen(answer: Response) {
  const changing = ['date', 'x-request-id', 'ratelimit', 'ratelimit-policy']
  const headers = [...answer.headers].filter(([name]) => !changing.includes(name))
  const body = (await answer.text()).replace(/"(?:request_id|instance)":"[^"]*"/g, '')
  return { status: answer.status, headers, body }
}

describe('POST /auth/register', () => {
  it.each([
    ['open', 202],
    ['invited', 403],
    ['domains', 403],
    ['approval', 202],
  ] as const)(
    'in mode %s answers %i, the same for an unknown address and for accounts of any status',
    async (mode, status) => {
      use('approval')
      const addresses = [`${newId()}@example.com`]
      for (const state of ['active', 'pending', 'deactivated', 'deleted'] as const)
        addresses.push((await makeUser({ email: `${newId()}@example.com`, status: state })).email)
      addresses.push((await makeRegistration({ email: `${newId()}@example.com` })).email)
      const confirmed = await makeRegistration({ email: `${newId()}@example.com` })
      await verifyEmail({ token: confirmed.token }, ctx())
      addresses.push(confirmed.email)
      use(mode)
      const answers = []
      for (const email of addresses)
        answers.push(
          await seen(await call(registerRoute.POST, { body: { email, password: PASSWORD } })),
        )
      expect(answers[0]!.status).toBe(status)
      for (const answer of answers) expect(answer).toEqual(answers[0])
    },
  )
})
