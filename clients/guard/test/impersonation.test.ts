import { expect, it } from 'vitest'
import { stage } from './gatehouse-stand-in.js'

const READ = 'shop:orders:read'
const READ_ONLY = { ok: false, code: 'impersonation_read_only' }

/** A guard, and the token of an administrator who views as a user. */
async function viewing() {
  const staged = await stage()
  return { ...staged, bearer: staged.gatehouse.bearer({ act: { sub: 'admin-1' } }) }
}

it.each([undefined, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get', ''])(
  'refuses what someone who views as a user would change: method %s',
  async (method) => {
    const { guard, bearer } = await viewing()
    expect(await guard.check(bearer, READ, { method })).toEqual(READ_ONLY)
  },
)

it('refuses someone who views as a user if it is not told what the request does', async () => {
  const { guard, bearer } = await viewing()
  expect(await guard.check(bearer)).toEqual(READ_ONLY)
  expect(await guard.check(bearer, READ)).toEqual(READ_ONLY)
})

it.each(['GET', 'HEAD'])('lets someone who views as a user read, and names both: %s', async (m) => {
  const { guard, bearer } = await viewing()
  const decision = await guard.check(bearer, READ, { method: m })
  expect(decision).toMatchObject({ ok: true, caller: { userId: 'user-1', actorId: 'admin-1' } })
})

it('admits users themselves with every method', async () => {
  const { gatehouse, guard } = await stage()
  for (const request of [{}, { method: 'DELETE' }])
    expect(await guard.check(gatehouse.bearer(), READ, request)).toMatchObject({
      ok: true,
      caller: { userId: 'user-1', actorId: null },
    })
})

it('refuses the session first if it has ended', async () => {
  const { gatehouse, guard, bearer } = await viewing()
  gatehouse.revoked.add('session-1')
  expect(await guard.check(bearer, READ)).toEqual({ ok: false, code: 'session_revoked' })
})

it.each([[null], ['admin-1'], [{}], [{ sub: '' }], [{ sub: 1 }], [['admin-1']]])(
  'refuses a token whose act claim names no one: %j',
  async (act) => {
    const { gatehouse, guard } = await stage()
    const decision = await guard.check(gatehouse.bearer({ act }), READ, { method: 'GET' })
    expect(decision).toEqual({ ok: false, code: 'invalid_token' })
  },
)
