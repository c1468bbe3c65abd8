import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { encode, makeKey, signatureOf, signToken, stage, START } from './gatehouse-stand-in.js'

const seconds = START / 1000

it('admits the owner of a token, with roles, permissions, and claims', async () => {
  const { gatehouse, guard } = await stage()
  const decision = await guard.check(gatehouse.bearer({ amr: ['pwd'] }), 'shop:orders:read')
  expect(decision).toMatchObject({
    ok: true,
    caller: { userId: 'user-1', sessionId: 'session-1', roles: ['user'], claims: { amr: ['pwd'] } },
  })
  expect(decision.ok && [...decision.caller.permissions]).toEqual(['shop:orders:read'])
})

it('admits tokens signed with Ed25519', async () => {
  const { gatehouse, guard } = await stage()
  gatehouse.keys = [makeKey('ed', 'EdDSA')]
  expect(await guard.check(gatehouse.bearer())).toMatchObject({ ok: true })
})

it.each([
  ['an expired token', { exp: seconds - 5 }, 'token_expired'],
  ['no expiry', { exp: undefined }, 'invalid_token'],
  ['an expiry as text', { exp: String(seconds + 60) }, 'invalid_token'],
  ['an expiry with a fraction', { exp: seconds + 0.5 }, 'invalid_token'],
  ['a token from the future', { iat: seconds + 6 }, 'invalid_token'],
  ['a token that is not valid yet', { nbf: seconds + 6 }, 'invalid_token'],
  ['a longer issuer', { iss: 'http://127.0.0.1.evil' }, 'invalid_token'],
  ['no issuer', { iss: undefined }, 'invalid_token'],
  ['another audience', { aud: 'urn:gatehouse:refresh' }, 'invalid_token'],
  ['a list of audiences', { aud: ['api', 'evil'] }, 'invalid_token'],
  ['no session', { sid: undefined }, 'invalid_token'],
  ['a subject that is an object', { sub: {} }, 'invalid_token'],
])('refuses a genuine signature with %s', async (_, changes, code) => {
  const { gatehouse, guard } = await stage()
  expect(await guard.check(gatehouse.bearer(changes))).toEqual({ ok: false, code })
  expect(gatehouse.permissionRequests).toBe(0)
})

it.each([
  ['issuer', { issuer: 'https://id.example.org/' }, (url: string) => url],
  ['audience', { audience: 'shop' }, () => 'api'],
] as const)('reports once that the option %s is wrong, and refuses', async (name, option, has) => {
  const { gatehouse } = await stage()
  const { guard, errors } = await stage({ issuer: gatehouse.url, url: gatehouse.url, ...option })
  for (let n = 0; n < 3; n++)
    expect(await guard.check(gatehouse.bearer())).toEqual({ ok: false, code: 'invalid_token' })
  const [given, expected] = [has(gatehouse.url), Object.values(option)[0]]
  expect(errors.map(String)).toEqual([
    `Error: a token of Gatehouse has the ${name} "${given}", expected "${expected}": correct the option ${name}`,
  ])
  expect(gatehouse.permissionRequests).toBe(0)
})

it('reports nothing about the issuer of a forged token', async () => {
  const { gatehouse, guard, errors } = await stage()
  const forged = signToken(makeKey('k1'), gatehouse.claims({ iss: 'https://evil.example' }))
  expect(await guard.check(`Bearer ${forged}`)).toEqual({ ok: false, code: 'invalid_token' })
  expect(errors).toEqual([])
})

it('tolerates clocks that differ by the configured seconds, and 30 at most', async () => {
  const { gatehouse, guard } = await stage({ clockToleranceSeconds: 30 })
  expect(await guard.check(gatehouse.bearer({ iat: seconds + 30 }))).toMatchObject({ ok: true })
  expect(await guard.check(gatehouse.bearer({ iat: seconds + 31 }))).toMatchObject({ ok: false })
  await expect(stage({ clockToleranceSeconds: 31 })).rejects.toThrow('from 0 to 30')
})

it.each([
  ['a refresh token', { typ: 'rt+jwt' }],
  ['a token of no type', { typ: undefined }],
  ['a critical extension', { crit: ['exp'], exp: 1 }],
  ['no key ID', { kid: undefined }],
  ['a key of its own', { kid: 'evil', jwk: makeKey('evil').publicJwk }],
  ['the algorithm none', { alg: 'none' }],
  ['the algorithm of another kind of key', { alg: 'EdDSA' }],
])('refuses a genuine signature under a header with %s', async (_, header) => {
  const { gatehouse, guard } = await stage()
  const token = gatehouse.token({}, header)
  expect(await guard.check(`Bearer ${token}`)).toEqual({ ok: false, code: 'invalid_token' })
})

it('refuses HS256 with the public key as the secret (algorithm confusion)', async () => {
  const { gatehouse, guard } = await stage()
  const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })}.${encode(gatehouse.claims())}`
  for (const secret of [
    JSON.stringify(gatehouse.keys[0]!.publicJwk),
    gatehouse.keys[0]!.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  ]) {
    const mac = createHmac('sha256', secret).update(input).digest()
    for (const signature of [mac, Buffer.concat([mac, mac])])
      expect(await guard.check(`Bearer ${input}.${signature.toString('base64url')}`)).toEqual({
        ok: false,
        code: 'invalid_token',
      })
  }
})

it('refuses the signature of a stranger under a known key ID', async () => {
  const { gatehouse, guard } = await stage()
  const forged = signToken(makeKey('k1'), gatehouse.claims())
  expect(await guard.check(`Bearer ${forged}`)).toEqual({ ok: false, code: 'invalid_token' })
})

it('refuses changed claims, also right after the genuine token was admitted', async () => {
  const { gatehouse, guard } = await stage()
  const token = gatehouse.token()
  expect(await guard.check(`Bearer ${token}`)).toMatchObject({ ok: true })
  const [header, , signature] = token.split('.')
  const changed = `${header}.${encode(gatehouse.claims({ sub: 'root' }))}.${signature}`
  expect(await guard.check(`Bearer ${changed}`)).toMatchObject({ ok: false })
})

it('refuses other spellings of a token', async () => {
  const { gatehouse, guard } = await stage()
  const token = gatehouse.token()
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const input = `${header}.${payload}=`
  const last = signature.at(-1)!
  const neighbor = String.fromCharCode(last.charCodeAt(0) + 1)
  for (const other of [
    `${token}=`,
    `${token}.`,
    `.${token}`,
    `${header}.${payload}`,
    `${input}.${signatureOf(gatehouse.keys[0]!, input)}`,
    `${header}.${payload}.${signature.slice(0, -1)}${neighbor}`,
    `${header}.${payload}.${signature}${signature}`,
    `${header}.${payload}.${signature}.x`,
    'x'.repeat(5000),
  ])
    expect(await guard.check(`Bearer ${other}`), other).toEqual({
      ok: false,
      code: 'invalid_token',
    })
})

it.each([
  ['none', undefined, 'token_missing'],
  ['an empty one', '', 'token_missing'],
  ['another scheme', 'Basic dTpw', 'token_missing'],
  ['no token', 'Bearer', 'invalid_token'],
  ['two tokens', 'Bearer a.b.c, Bearer d.e.f', 'invalid_token'],
])('refuses an Authorization header with %s', async (_, header, code) => {
  const { guard } = await stage()
  expect(await guard.check(header)).toEqual({ ok: false, code })
})

it('refuses a cached token from the moment it expires', async () => {
  const { gatehouse, guard, clock } = await stage()
  const bearer = gatehouse.bearer()
  expect(await guard.check(bearer)).toMatchObject({ ok: true })
  clock.advance(904)
  expect(await guard.check(bearer)).toMatchObject({ ok: true })
  clock.advance(1)
  expect(await guard.check(bearer)).toEqual({ ok: false, code: 'token_expired' })
})

it('keeps no more tokens than configured', async () => {
  const { gatehouse, guard } = await stage({ maxTokens: 2 })
  const bearers = ['a', 'b', 'c'].map((jti) => gatehouse.bearer({ jti }))
  for (const bearer of bearers) expect(await guard.check(bearer)).toMatchObject({ ok: true })
  expect(await guard.check(bearers[2])).toMatchObject({ ok: true })
  expect(gatehouse.permissionRequests).toBe(3)
  expect(await guard.check(bearers[0])).toMatchObject({ ok: true })
  expect(gatehouse.permissionRequests).toBe(4)
})
