import { expect, it } from 'vitest'
import { stage } from './gatehouse-stand-in.js'

const READ = 'shop:orders:read'
const UNAVAILABLE = { ok: false, code: 'unavailable' }
const REVOKED = { ok: false, code: 'session_revoked' }

/** A promise and the function that fulfills it. */
function gate() {
  let open = () => {}
  const closed = new Promise<void>((resolve) => (open = resolve))
  return { closed, open }
}

it('refuses a permission that the user does not have', async () => {
  const { gatehouse, guard } = await stage()
  expect(await guard.check(gatehouse.bearer(), 'shop:orders:write')).toEqual({
    ok: false,
    code: 'insufficient_permission',
    requiredPermission: 'shop:orders:write',
  })
})

it('asks Gatehouse once for many requests with the same token', async () => {
  const { gatehouse, guard } = await stage()
  const bearer = gatehouse.bearer()
  const decisions = await Promise.all(Array.from({ length: 20 }, () => guard.check(bearer, READ)))
  expect(decisions.every(({ ok }) => ok)).toBe(true)
  await guard.check(bearer, READ)
  expect(gatehouse.permissionRequests).toBe(1)
})

it('uses permissions for 30 seconds, then asks whether they changed', async () => {
  const { gatehouse, guard, clock } = await stage()
  const bearer = gatehouse.bearer()
  await guard.check(bearer, READ)
  gatehouse.permissions = []
  clock.advance(30)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  clock.advance(0.001)
  expect(await guard.check(bearer, READ)).toMatchObject({ code: 'insufficient_permission' })
  clock.advance(31)
  expect(await guard.check(bearer, READ)).toMatchObject({ code: 'insufficient_permission' })
  expect(gatehouse.matches).toEqual([undefined, '"shop:orders:read"', '""'])
})

it('asks on every request if no staleness is allowed', async () => {
  const { gatehouse, guard, clock } = await stage({ maxStaleSeconds: 0 })
  const bearer = gatehouse.bearer()
  await guard.check(bearer)
  clock.advance(0.001)
  gatehouse.revoked.add('session-1')
  expect(await guard.check(bearer)).toEqual(REVOKED)
})

it('refuses when proof is due and Gatehouse can’t be reached', async () => {
  const { gatehouse, guard, clock } = await stage()
  const bearer = gatehouse.bearer()
  await guard.check(bearer, READ)
  gatehouse.broken = true
  clock.advance(30)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  clock.advance(1)
  expect(await guard.check(bearer, READ)).toEqual(UNAVAILABLE)
  gatehouse.broken = false
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
})

it('goes on with known permissions during an outage only if told to', async () => {
  const { gatehouse, guard, clock } = await stage({ whenUnreachable: 'serve-stale' })
  const bearer = gatehouse.bearer()
  await guard.check(bearer, READ)
  gatehouse.broken = true
  clock.advance(600)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  expect(await guard.check(gatehouse.bearer({ jti: 'new' }), READ)).toEqual(UNAVAILABLE)
  clock.advance(305)
  expect(await guard.check(bearer, READ)).toEqual({ ok: false, code: 'token_expired' })
})

it('remembers that a session has ended, for all of its tokens', async () => {
  const { gatehouse, guard } = await stage()
  const [first, second] = [gatehouse.bearer({ jti: '1' }), gatehouse.bearer({ jti: '2' })]
  await guard.check(second)
  gatehouse.revoked.add('session-1')
  expect(await guard.check(first)).toEqual(REVOKED)
  expect(await guard.check(second)).toEqual(REVOKED)
  expect(gatehouse.permissionRequests).toBe(2)
})

it('refuses an answer about another user', async () => {
  const { gatehouse, guard, errors } = await stage({
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      if (!new Request(url).url.endsWith('/permissions')) return answer
      return Response.json({ ...((await answer.json()) as object), user_id: 'somebody' })
    },
  })
  expect(await guard.check(gatehouse.bearer(), READ)).toEqual(UNAVAILABLE)
  expect(String(errors[0])).toContain('unknown form')
})

it('follows no redirect with a token', async () => {
  const { gatehouse, guard } = await stage({
    fetch: async (url, init) => {
      expect(init?.redirect).toBe('error')
      return fetch(url, init)
    },
  })
  expect(await guard.check(gatehouse.bearer())).toMatchObject({ ok: true })
})

it('sheds load instead of queuing without end', async () => {
  const { gatehouse, guard } = await stage()
  await guard.check(gatehouse.bearer())
  const { closed, open } = gate()
  gatehouse.hold = closed
  const decisions = Array.from({ length: 201 }, (_, n) =>
    guard.check(gatehouse.bearer({ jti: String(n) })),
  )
  expect(await Promise.race(decisions)).toEqual({ ok: false, code: 'overloaded' })
  open()
  expect((await Promise.all(decisions)).filter(({ ok }) => ok)).toHaveLength(200)
})
