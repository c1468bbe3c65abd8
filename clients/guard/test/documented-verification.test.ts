import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { GatehouseStandIn, makeKey, signToken } from './gatehouse-stand-in.js'

type Verify = (token: string, request?: { changes: boolean }) => Promise<{ sub: string }>

/** The function that docs/verify-tokens.md shows, for a stand-in of Gatehouse. */
async function documented(): Promise<{ gatehouse: GatehouseStandIn; verify: Verify }> {
  const gatehouse = await GatehouseStandIn.start()
  const page = readFileSync('docs/verify-tokens.md', 'utf8')
  const [, script] = /cat > verify\.mjs <<'END'\n([\s\S]*?)\nEND\n/.exec(page)!
  const folder = temporaryFolder()
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'verify.mjs')
  const lines = script!.split('\n').filter((line) => !line.startsWith('console.log'))
  writeFileSync(file, lines.join('\n').replace('http://localhost:3000', gatehouse.url))
  return { gatehouse, ...((await import(file)) as { verify: Verify }) }
}

/** Of now, as the function has no other clock. */
function claims(gatehouse: GatehouseStandIn, changes: object = {}) {
  const iat = Math.floor(Date.now() / 1000)
  return gatehouse.claims({ iat, exp: iat + 900, client_id: 'api', ...changes })
}

it('the documented verification accepts an access token of the API', async () => {
  const { gatehouse, verify } = await documented()
  const token = signToken(gatehouse.keys[0]!, claims(gatehouse))
  expect(await verify(token)).toMatchObject({ sub: 'user-1', sid: 'session-1' })
})

it.each<[string, object, object?]>([
  ['of another issuer', { iss: 'https://evil.example.org' }],
  ['for another audience', { aud: 'other' }],
  ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['that never expires', { exp: undefined }],
  ['without a user', { sub: undefined }],
  ['without a session', { sid: undefined }],
  ['of the pages', { client_id: 'web' }],
  ['of no client', { client_id: undefined }],
  ['of an administrator who views as the user', { act: { sub: 'admin-1' } }],
  ['that refreshes', {}, { typ: 'rt+jwt' }],
  ['of no type', {}, { typ: undefined }],
])('the documented verification refuses a token %s', async (_, changes, header) => {
  const { gatehouse, verify } = await documented()
  const token = signToken(gatehouse.keys[0]!, claims(gatehouse, changes), header)
  await expect(verify(token)).rejects.toThrow()
})

it('the documented verification refuses the signature of a stranger', async () => {
  const { gatehouse, verify } = await documented()
  await expect(verify(signToken(makeKey('k1'), claims(gatehouse)))).rejects.toThrow('signature')
})

it('the documented verification lets an administrator who views as a user read', async () => {
  const { gatehouse, verify } = await documented()
  const token = signToken(gatehouse.keys[0]!, claims(gatehouse, { act: { sub: 'admin-1' } }))
  expect(await verify(token, { changes: false })).toMatchObject({ sub: 'user-1' })
})

interface Service {
  refusalOf: (
    request: { method: string; headers: { authorization?: string } },
    permission: string,
  ) => Promise<{ status: number; headers: Record<string, string>; body?: string } | null>
}

/** The service that docs/verify-tokens.md shows, for a stand-in of Gatehouse. */
async function documentedService() {
  const gatehouse = await GatehouseStandIn.start()
  const page = readFileSync('docs/verify-tokens.md', 'utf8')
  const [, code] = /```ts\n([\s\S]*?)\n```/.exec(page)!
  const file = join(temporaryFolder(), 'service.ts')
  const [routes] = code!.split('\nexport const server = ')
  writeFileSync(file, routes!.replace('https://id.example.org', gatehouse.url))
  const { refusalOf } = (await import(file)) as Service
  const ask = (authorization: string | undefined, method = 'GET') =>
    refusalOf({ method, headers: { authorization } }, 'shop:orders:read')
  return { gatehouse, ask }
}

it('the documented service admits a user with the permission', async () => {
  const { gatehouse, ask } = await documentedService()
  expect(await ask(gatehouse.bearer(), 'POST')).toBeNull()
})

it('the documented service challenges callers without a valid token or the permission', async () => {
  const { gatehouse, ask } = await documentedService()
  const challengeTo = async (authorization?: string) => {
    const { status, headers } = (await ask(authorization))!
    return [status, headers['www-authenticate']]
  }
  const invalid = [401, 'Bearer realm="api", error="invalid_token"']
  expect(await challengeTo()).toEqual([401, 'Bearer realm="api"'])
  expect(await challengeTo('Bearer ghk_an-api-key')).toEqual(invalid)
  gatehouse.revoked.add('session-1')
  expect(await challengeTo(gatehouse.bearer())).toEqual(invalid)
  gatehouse.revoked.clear()
  gatehouse.permissions = []
  expect(await challengeTo(gatehouse.bearer())).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="shop:orders:read"',
  ])
})

it('the documented service lets an administrator who views as a user read, and change nothing', async () => {
  const { gatehouse, ask } = await documentedService()
  const viewing = gatehouse.bearer({ act: { sub: 'admin-1' } })
  expect(await ask(viewing)).toBeNull()
  expect(await ask(viewing, 'HEAD')).toBeNull()
  const body = '{"code":"impersonation_read_only"}'
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await ask(viewing, method)).toMatchObject({ status: 403, body })
})

it('the documented service passes on that two-step verification is missing', async () => {
  const { gatehouse, ask } = await documentedService()
  gatehouse.faults.push({ status: 403, body: { code: 'mfa_enrolment_required' } })
  const body = '{"code":"mfa_enrolment_required"}'
  expect(await ask(gatehouse.bearer())).toMatchObject({ status: 403, body })
})

it('the documented service admits no one while Gatehouse cannot answer', async () => {
  const { gatehouse, ask } = await documentedService()
  gatehouse.faults.push({ status: 429 })
  expect(await ask(gatehouse.bearer())).toMatchObject({ status: 503 })
  gatehouse.broken = true
  expect(await ask(gatehouse.bearer())).toMatchObject({ status: 503 })
})
