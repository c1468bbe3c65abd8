import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { makeKey, signToken, stage } from './gatehouse-stand-in.js'

const INVALID = { ok: false, code: 'invalid_token' }
const UNAVAILABLE = { ok: false, code: 'unavailable' }

it('reads the keys once for many requests at the same time', async () => {
  const { gatehouse, guard } = await stage()
  const bearers = Array.from({ length: 20 }, (_, n) => gatehouse.bearer({ jti: String(n) }))
  const decisions = await Promise.all(bearers.map((bearer) => guard.check(bearer)))
  expect(decisions.every(({ ok }) => ok)).toBe(true)
  expect(gatehouse.keyRequests).toBe(1)
})

it('finds a new key by its ID when a rotation begins', async () => {
  const { gatehouse, guard, clock } = await stage()
  expect(await guard.check(gatehouse.bearer())).toMatchObject({ ok: true })
  gatehouse.keys = [makeKey('k2'), ...gatehouse.keys]
  clock.advance(30)
  expect(await guard.check(gatehouse.bearer())).toMatchObject({ ok: true })
  expect(gatehouse.keyRequests).toBe(2)
})

it('does not let invented key IDs cause a flood of requests', async () => {
  const { gatehouse, guard, clock } = await stage()
  await guard.check(gatehouse.bearer())
  const invented = Array.from({ length: 20 }, (_, n) =>
    signToken(makeKey(`evil-${n}`), gatehouse.claims()),
  )
  for (const token of invented) expect(await guard.check(`Bearer ${token}`)).toEqual(INVALID)
  clock.advance(30)
  for (const token of invented) expect(await guard.check(`Bearer ${token}`)).toEqual(INVALID)
  expect(gatehouse.keyRequests).toBe(2)
})

it('does not call a token invalid whose key may be new while the keys cannot be read', async () => {
  const { gatehouse, guard, clock } = await stage()
  await guard.check(gatehouse.bearer())
  gatehouse.keys = [makeKey('k2'), ...gatehouse.keys]
  gatehouse.broken = true
  clock.advance(30)
  expect(await guard.check(gatehouse.bearer())).toEqual(UNAVAILABLE)
  gatehouse.broken = false
  expect(await guard.check(gatehouse.bearer())).toEqual(UNAVAILABLE)
  clock.advance(1)
  expect(await guard.check(gatehouse.bearer())).toMatchObject({ ok: true })
  const invented = signToken(makeKey('evil'), gatehouse.claims())
  expect(await guard.check(`Bearer ${invented}`)).toEqual(INVALID)
})

it('trusts a withdrawn key until the set that it reads again after 5 minutes has arrived', async () => {
  const { gatehouse, guard, clock } = await stage()
  const withdrawn = gatehouse.keys[0]!
  const bearer = (jti: string) => `Bearer ${signToken(withdrawn, gatehouse.claims({ jti }))}`
  await guard.check(gatehouse.bearer())
  gatehouse.keys = [makeKey('k2')]
  clock.advance(301)
  expect(await guard.check(bearer('first'))).toMatchObject({ ok: true })
  await vi.waitFor(async () => expect(await guard.check(bearer(randomUUID()))).toEqual(INVALID))
  expect(gatehouse.keyRequests).toBe(2)
})

it('refuses a token of a withdrawn key that it still knows if Gatehouse refuses it', async () => {
  const { gatehouse, guard, clock } = await stage()
  const bearer = gatehouse.bearer()
  await guard.check(bearer)
  gatehouse.keys = [makeKey('k2')]
  clock.advance(31)
  gatehouse.faults.push({ status: 401, body: { code: 'invalid_token' } })
  expect(await guard.check(bearer)).toEqual(INVALID)
})

it('keeps its keys through an outage of an hour, then refuses', async () => {
  const { gatehouse, guard, clock } = await stage()
  const long = { exp: gatehouse.claims().iat + 10_000 }
  await guard.check(gatehouse.bearer(long))
  gatehouse.jwks = 'nothing'
  clock.advance(3600)
  expect(await guard.check(gatehouse.bearer({ ...long, jti: 'a' }))).toMatchObject({ ok: true })
  clock.advance(1)
  const decision = await guard.check(gatehouse.bearer({ ...long, jti: 'b' }))
  expect(decision).toEqual({ ok: false, code: 'unavailable' })
})

it('recovers a second after a failure', async () => {
  const { gatehouse, guard, clock, errors } = await stage()
  gatehouse.broken = true
  const bearer = gatehouse.bearer()
  expect(await guard.check(bearer)).toEqual({ ok: false, code: 'unavailable' })
  gatehouse.broken = false
  expect(await guard.check(bearer)).toEqual({ ok: false, code: 'unavailable' })
  expect(gatehouse.keyRequests).toBe(1)
  clock.advance(1)
  expect(await guard.check(bearer)).toMatchObject({ ok: true })
  expect(errors).toHaveLength(1)
})

it('takes the algorithm from the key, and ignores keys that don’t sign', async () => {
  const { gatehouse, guard } = await stage()
  const [good] = gatehouse.keys
  const jwk = good!.publicJwk
  gatehouse.jwks = {
    keys: [
      null,
      { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' },
      { ...jwk, kid: 'encrypts', use: 'enc' },
      { ...jwk, kid: 'other', alg: 'HS256' },
      { ...jwk, kid: 'broken', x: '!' },
      jwk,
    ],
  }
  expect(await guard.check(gatehouse.bearer())).toMatchObject({ ok: true })
  for (const kid of ['secret', 'encrypts', 'other', 'broken'])
    expect(await guard.check(`Bearer ${gatehouse.token({}, { kid })}`)).toEqual(INVALID)
})

it('reads no more than 20 keys, and no answer beyond its limit', async () => {
  const { gatehouse, guard, clock, errors } = await stage()
  const others = Array.from({ length: 20 }, (_, n) => makeKey(`other-${n}`).publicJwk)
  gatehouse.jwks = { keys: [...others, gatehouse.keys[0]!.publicJwk] }
  expect(await guard.check(gatehouse.bearer())).toEqual(INVALID)
  gatehouse.jwks = { keys: [gatehouse.keys[0]!.publicJwk], filler: 'x'.repeat(300_000) }
  clock.advance(30)
  expect(await guard.check(gatehouse.bearer())).toEqual(UNAVAILABLE)
  expect(String(errors[0])).toContain('more than 262144 bytes')
})

it('says that Gatehouse signs with a secret when there are no public keys', async () => {
  const { gatehouse, guard, errors } = await stage()
  gatehouse.jwks = { keys: [] }
  expect(await guard.check(gatehouse.bearer())).toEqual(INVALID)
  expect(String(errors[0])).toContain('AUTH_JWT_KEY_ROTATION or AUTH_JWT_SIGNING_KEYS')
})
