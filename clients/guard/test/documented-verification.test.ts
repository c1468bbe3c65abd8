import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@/lib/testing/temporary-folder'
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
