import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { authorizationUrl, exchangeCode } from '@/lib/identity/oauth/authorization-flow'
import { flowSecrets } from '@/lib/identity/oauth/flow-secrets'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { useSettings } from '@/tests/kit/test-settings'

const STATE = 's'.repeat(43)
const ISSUER = 'https://login.acme.example'
const redirectUri = 'https://gate.example.com/callback'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
let [former, next]: Keys[] = []
beforeAll(async () => {
  former = await generateKeyPair('RS256')
  next = await generateKeyPair('RS256')
})

/** The provider: what it publishes, what it signs with, and how often discovery was read. */
const INITIAL = {
  issuer: ISSUER,
  at: '/v1',
  kid: 'former',
  signsAs: 'former',
  forges: false,
  up: true,
  reads: 0,
}
const acme = { ...INITIAL }
let time = new Date()
let system: ReturnType<typeof setClock>
beforeEach(() => {
  Object.assign(acme, INITIAL)
  useSettings({
    OAUTH_ACME_CLIENT_ID: 'the-client',
    OAUTH_ACME_CLIENT_SECRET: 'secret',
    OAUTH_ACME_ISSUER: ISSUER,
  })
  vi.stubGlobal('fetch', async (url: string) => answer(new URL(url)))
  system = setClock({ now: () => time })
})
afterEach(() => {
  setClock(system)
  vi.unstubAllGlobals()
})

async function answer({ pathname }: URL): Promise<Response> {
  if (pathname.startsWith('/.well-known/')) {
    acme.reads++
    return acme.up ? Response.json(discovery()) : new Response('', { status: 500 })
  }
  if (pathname === `${acme.at}/keys`) {
    const { publicKey } = acme.kid === 'former' ? former! : next!
    return Response.json({
      keys: [{ ...(await exportJWK(publicKey)), kid: acme.kid, alg: 'RS256' }],
    })
  }
  if (pathname !== `${acme.at}/token`) return new Response('Not found', { status: 404 })
  return Response.json({ access_token: 'at', token_type: 'Bearer', id_token: await idToken() })
}

const discovery = () => ({
  issuer: acme.issuer,
  authorization_endpoint: `${ISSUER}${acme.at}/authorize`,
  token_endpoint: `${ISSUER}${acme.at}/token`,
  jwks_uri: `${ISSUER}${acme.at}/keys`,
})

const idToken = () =>
  new SignJWT({ sub: 'S-1', nonce: flowSecrets(STATE).nonce })
    .setProtectedHeader({ alg: 'RS256', kid: acme.signsAs })
    .setIssuer(ISSUER)
    .setIssuedAt()
    .setExpirationTime('5m')
    .setAudience('the-client')
    .sign((acme.signsAs === 'former' && !acme.forges ? former! : next!).privateKey)

const later = (seconds: number) => void (time = addSeconds(time, seconds))
const start = () => authorizationUrl('acme', { state: STATE, redirectUri })
const signIn = () => {
  const query = new URLSearchParams({ code: 'c', state: STATE })
  return exchangeCode('acme', { query, state: STATE, redirectUri })
}

it('signs in with keys that were replaced a moment ago, from the second attempt', async () => {
  expect(await signIn()).toMatchObject({ ok: true })
  Object.assign(acme, { kid: 'next', signsAs: 'next' })
  expect(await signIn()).toMatchObject({ code: 'oauth_failed' })
  expect(await signIn()).toMatchObject({ ok: true })
})

it('finds endpoints and keys that moved, from the second attempt', async () => {
  expect(await signIn()).toMatchObject({ ok: true })
  Object.assign(acme, { at: '/v2', kid: 'next', signsAs: 'next' })
  expect(await signIn()).toMatchObject({ ok: false, code: 'oauth_failed' })
  expect(await signIn()).toMatchObject({ ok: true })
})

it('reads discovery again after six hours, without an error', async () => {
  await start()
  later(6 * 3600 - 1)
  await start()
  expect(acme.reads).toBe(1)
  acme.at = '/v2'
  later(1)
  expect(await start()).toMatchObject({ address: expect.stringContaining(`${ISSUER}/v2/`) })
  expect(acme.reads).toBe(2)
})

it('reads discovery at most once a minute, however many sign-ins fail with an unknown key', async () => {
  await signIn()
  acme.signsAs = 'next'
  for (let n = 0; n < 5; n++) expect(await signIn()).toMatchObject({ code: 'oauth_failed' })
  expect(acme.reads).toBe(2)
  later(20)
  expect(await signIn()).toMatchObject({ code: 'oauth_failed' })
  later(40)
  await signIn()
  expect(acme.reads).toBe(3)
})

it('keeps the known document while the provider does not return it', async () => {
  await start()
  acme.up = false
  later(6 * 3600)
  for (let n = 0; n < 3; n++) expect(await signIn()).toMatchObject({ ok: true })
  expect(acme.reads).toBe(2)
  acme.up = true
  later(60)
  await start()
  expect(acme.reads).toBe(3)
})

it('reads discovery once for many sign-ins at once', async () => {
  const many = () => Promise.all(Array.from({ length: 20 }, start))
  await many()
  later(6 * 3600)
  await many()
  expect(acme.reads).toBe(2)
})

it('does not read discovery again because of a forged signature of a known key', async () => {
  await signIn()
  acme.forges = true
  later(3600)
  for (let n = 0; n < 3; n++)
    expect(await signIn()).toMatchObject({ ok: false, code: 'oauth_failed' })
  expect(acme.reads).toBe(1)
})

it('refuses a provider whose document spells the issuer differently', async () => {
  acme.issuer = `${ISSUER}/`
  expect(await start()).toMatchObject({ ok: false, code: 'oauth_unavailable' })
  expect(await signIn()).toMatchObject({ ok: false })
})
