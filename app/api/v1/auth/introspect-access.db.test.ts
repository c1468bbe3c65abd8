import { beforeAll, describe, expect, it } from 'vitest'
import * as introspect from '@/app/api/v1/auth/introspect/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { newSigningKey } from '@/lib/config/signing-keys'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_JWT_SIGNING_KEYS: JSON.stringify(newSigningKey()) })
  await syncCatalog(new Date())
})

const OTHERS = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'users:read')
const INACTIVE = { status: 200, body: { active: false } }
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

async function send(body: string, by: { type?: string; as?: string } = {}) {
  const headers: Record<string, string> = { 'content-type': by.type ?? JSON_TYPE }
  if (by.as) headers.authorization = `Bearer ${(await makeSession(by.as, ctx())).accessToken}`
  const url = 'http://x/api/v1/auth/introspect'
  const answer = await introspect.POST(new Request(url, { method: 'POST', headers, body }), {
    params: Promise.resolve({}),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const reader = async () => (await holderOf('users:read')).userId
const ask = async (token: unknown) => send(JSON.stringify({ token }), { as: await reader() })
const session = async (surface: 'api' | 'web' = 'api') =>
  makeSession((await insertUser()).id, ctx({ surface }))

describe('POST /auth/introspect', () => {
  it('is refused without a session, and with every permission except users:read', async () => {
    const body = JSON.stringify({ token: (await session()).accessToken })
    expect((await send(body)).status).toBe(401)
    const { userId: as } = await holderOf(...OTHERS)
    expect(await send(body, { as })).toMatchObject({
      status: 403,
      body: { required_permission: 'users:read' },
    })
  })

  it.each(['api', 'web'] as const)('describes an active token (%s)', async (surface) => {
    const { accessToken, sessionId, user } = await session(surface)
    expect(await ask(accessToken)).toEqual({
      status: 200,
      body: {
        active: true,
        token_type: 'Bearer',
        client_id: surface,
        sub: user.id,
        sid: sessionId,
        iss: 'http://localhost:3000',
        aud: 'api',
        exp: expect.any(Number) as number,
        auth_time: expect.any(Number) as number,
      },
    })
  })

  it('takes a form as well, and ignores other fields (RFC 7662 §2.1)', async () => {
    const { accessToken, user } = await session()
    const form = new URLSearchParams({ token: accessToken, token_type_hint: 'access_token' })
    const as = await reader()
    expect(await send(String(form), { type: `${FORM_TYPE}; charset=utf-8`, as })).toMatchObject({
      status: 200,
      body: { active: true, sub: user.id },
    })
    expect(
      await send(JSON.stringify({ token: accessToken, token_type_hint: 'x' }), { as }),
    ).toMatchObject({ body: { active: true } })
  })

  it('says only that a revoked token is inactive, at once', async () => {
    const { accessToken, sessionId, user } = await session()
    expect(await ask(accessToken)).toMatchObject({ body: { active: true } })
    const ended = { sessionId, userId: user.id, reason: 'logout' as const }
    await inTransaction((tx) => revokeSession(tx, ended, ctx()))
    expect(await ask(accessToken)).toEqual(INACTIVE)
  })

  it('says so of an expired token and of one of a deactivated user', async () => {
    const expired = (await makeSession((await insertUser()).id, ctx())).accessToken
    const as = await reader()
    const clock = setClock({ now: () => new Date(Date.now() + 901_000) })
    try {
      const later = await makeSession(as, ctx({ now: new Date(Date.now() + 901_000) }))
      const request = new Request('http://x/api/v1/auth/introspect', {
        method: 'POST',
        headers: { 'content-type': JSON_TYPE, authorization: `Bearer ${later.accessToken}` },
        body: JSON.stringify({ token: expired }),
      })
      const answer = await introspect.POST(request, { params: Promise.resolve({}) })
      expect(await answer.json()).toEqual(INACTIVE.body)
    } finally {
      setClock(clock)
    }
    const { accessToken, user } = await session()
    await db().user.update({ where: { id: user.id }, data: { status: 'deactivated' } })
    expect(await ask(accessToken)).toEqual(INACTIVE)
  })

  it('describes an API key by what it may do now, and only says that a revoked one is inactive', async () => {
    const owner = await holderOf('users:list')
    const { key, apiKey } = await makeApiKey(owner.userId, ['users:list'])
    expect(await ask(key)).toEqual({
      status: 200,
      body: {
        active: true,
        token_type: 'Bearer',
        client_id: 'api_key',
        api_key_id: apiKey.id,
        sub: owner.userId,
        exp: expect.any(Number) as number,
        scope: 'users:list',
      },
    })
    expect(await ask(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toEqual(INACTIVE)
    const actor = { ...owner, authTime: new Date() }
    expect(await revokeApiKey(actor, apiKey.id, ctx())).toMatchObject({ ok: true })
    expect(await ask(key)).toEqual(INACTIVE)
  })

  it('never finds a refresh token or device token active', async () => {
    const { refreshToken, deviceToken } = await session()
    expect(await ask(refreshToken)).toEqual(INACTIVE)
    expect(await ask(deviceToken)).toEqual(INACTIVE)
  })

  it.each(['', 'x', 'a.b.c', '..', '\0', 'é', 'x'.repeat(4097), 'x.'.repeat(40_000)])(
    'answers a bad token without an error (%#)',
    async (token) => expect(await ask(token)).toEqual(INACTIVE),
  )

  it('refuses a body without one token', async () => {
    const as = await reader()
    for (const token of [undefined, null, 7, ['x'], { a: 1 }])
      expect(await ask(token)).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(await send('token=a&token=b', { type: FORM_TYPE, as })).toMatchObject({ status: 422 })
    expect(await send('<token/>', { type: 'text/xml', as })).toMatchObject({ status: 415 })
    expect(await send('{', { as })).toMatchObject({ status: 400 })
  })

  it('writes nothing: no audit record, and no use of the session', async () => {
    const { accessToken, sessionId } = await session('web')
    const as = await reader()
    const state = async () => [
      // Except of the reader's own sign-in.
      await db().auditRecord.count({
        where: { OR: [{ actorId: null }, { actorId: { not: as } }] },
      }),
      await db().sessionFamily.findUnique({ where: { id: sessionId } }),
    ]
    const before = await state()
    await send(JSON.stringify({ token: accessToken }), { as })
    await send(JSON.stringify({ token: 'bad' }), { as })
    expect(await state()).toEqual(before)
  })
})
