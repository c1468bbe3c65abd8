import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as passkeyStep from '@/app/api/v1/auth/mfa/passkey-options/route'
import * as secondStep from '@/app/api/v1/auth/mfa/verify/route'
import * as options from '@/app/api/v1/auth/passkeys/options/route'
import * as verify from '@/app/api/v1/auth/passkeys/verify/route'
import * as reauthenticate from '@/app/api/v1/auth/reauthenticate/route'
import * as proofOptions from '@/app/api/v1/auth/reauthenticate/options/route'
import * as creation from '@/app/api/v1/me/passkeys/options/route'
import * as own from '@/app/api/v1/me/passkeys/route'
import { syncCatalog } from '@/lib/access/catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import type { CreationOptions, RequestOptions } from '@/lib/identity/passkeys/passkey.responses'
import { db } from '@/lib/platform/db/database'
import { aliveOf } from '@/tests/kit/enroll-mfa'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { SoftwarePasskey } from '@/tests/kit/software-passkey'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(() => syncCatalog(new Date()))
beforeEach(() => useSettings())

async function call<Body>(handler: RouteHandler, body: object, accessToken?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
  }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const request = new Request('http://x/api/v1', init)
  const answer = await handler(request, { params: Promise.resolve({}) })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Body }
}

/** An account that added a passkey through the API. */
async function passkeyOwner() {
  const { id } = await makeUser()
  const { accessToken } = await makeSession(id, testContext())
  const begun = await call<{ options: CreationOptions }>(creation.POST, {}, accessToken)
  const device = new SoftwarePasskey()
  const response = device.create(begun.body.options)
  const added = await call<{ name: string }>(own.POST, { name: 'Phone', response }, accessToken)
  return { id, accessToken, device, added }
}

const start = () => call<{ challenge_id: string; options: RequestOptions }>(options.POST, {})

describe('the passkey endpoints', () => {
  it('add a passkey from the credential in “response”', async () => {
    const { id, added } = await passkeyOwner()
    expect(added).toMatchObject({ status: 201, body: { name: 'Phone' } })
    expect(await db().passkey.count({ where: { userId: id } })).toBe(1)
  })

  it('sign an app in with the challenge’s ID and the credential in “response”', async () => {
    const { id, device } = await passkeyOwner()
    const before = await aliveOf(id)
    const begun = await start()
    expect(begun).toMatchObject({ status: 200, body: { expires_in: 300 } })
    const { challenge_id, options: challenge } = begun.body
    const response = device.answer(challenge)
    const signedIn = await call(verify.POST, { challenge_id, response })
    expect(signedIn).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
    expect(await aliveOf(id)).toHaveLength(before.length + 1)
    const again = await call(verify.POST, { challenge_id, response })
    expect(again).toMatchObject({ status: 401, body: { code: 'passkey_refused' } })
  })

  it('confirm the user’s identity with the credential in “response”', async () => {
    const { accessToken, device } = await passkeyOwner()
    const begun = await call<{ options: RequestOptions }>(proofOptions.POST, {}, accessToken)
    const response = device.answer(begun.body.options)
    expect(await call(reauthenticate.POST, { response }, accessToken)).toMatchObject({
      status: 204,
    })
  })

  it('answer feature_disabled where passkeys cannot work, and write nothing', async () => {
    const { id, device } = await passkeyOwner()
    const begun = await start()
    const response = device.answer(begun.body.options)
    useSettings({ APP_BASE_URL: 'http://127.0.0.1:3000' })
    const before = [await aliveOf(id), await db().passkeyChallenge.count()]
    const token = { mfa_token: 'x'.repeat(43) }
    const off = { status: 404, body: { code: 'feature_disabled' } }
    const { challenge_id } = begun.body
    expect(await start()).toMatchObject(off)
    expect(await call(verify.POST, { challenge_id, response })).toMatchObject(off)
    expect(await call(passkeyStep.POST, token)).toMatchObject(off)
    expect(await call(secondStep.POST, { ...token, response })).toMatchObject(off)
    expect([await aliveOf(id), await db().passkeyChallenge.count()]).toEqual(before)
  })
})
