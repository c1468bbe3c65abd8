import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as request from '@/app/api/v1/auth/email-code/route'
import * as verify from '@/app/api/v1/auth/email-code/verify/route'
import { syncCatalog } from '@/lib/access/catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { CODES_ON, useEmailCodes } from '@/tests/kit/email-codes'
import { aliveOf } from '@/tests/kit/enroll-mfa'
import { makeUser } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const codes = useEmailCodes()
beforeAll(() => syncCatalog(new Date()))
beforeEach(() => useSettings({ ...CODES_ON, SMTP_URL: codes.receiver().url }))

/** The answer of a route: its status, body, and headers but those about the request. */
async function call(handler: RouteHandler, body: object) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const posted = new Request('http://x/api/v1/auth', { ...init, body: JSON.stringify(body) })
  const answer = await handler(posted, { params: Promise.resolve({}) })
  const varying = ['x-request-id', 'ratelimit', 'date']
  const headers = [...answer.headers].filter(([name]) => !varying.includes(name))
  return { status: answer.status, headers, text: await answer.text() }
}

const fieldOf = (text: string, name: string) =>
  String((JSON.parse(text) as Record<string, unknown>)[name])

describe('POST /auth/email-code', () => {
  it('answers an app with a token, and signs it in with that and the code', async () => {
    const { id, email } = await makeUser()
    const requested = await call(request.POST, { email: email.toUpperCase() })
    expect(requested.status).toBe(202)
    const token = fieldOf(requested.text, 'challenge_id')
    await codes.work(new Date())
    const { code } = codes.newest()
    const used = await call(verify.POST, { challenge_id: token, code })
    expect(used.status).toBe(200)
    expect(fieldOf(used.text, 'token_type')).toBe('Bearer')
    expect(await aliveOf(id)).toHaveLength(1)
  })

  it('and its second step answer byte for byte alike for an address without an account', async () => {
    const { email } = await makeUser()
    const trace = async (address: string) => {
      const requested = await call(request.POST, { email: address })
      const token = fieldOf(requested.text, 'challenge_id')
      await codes.work(new Date())
      const used = await call(verify.POST, { challenge_id: token, code: 'wrong' })
      const instance = /"(instance|request_id)":"[^"]*"/g
      return {
        requested: { ...requested, text: requested.text.replace(token, 'x'.repeat(token.length)) },
        used: { ...used, text: used.text.replace(instance, '') },
      }
    }
    const known = await trace(email)
    expect(await trace(`${newId()}@example.org`)).toEqual(known)
    expect(known.used.status).toBe(401)
  })

  it.each([
    { email: 'nobody' },
    { email: `${'x'.repeat(300)}@example.org` },
    { email: 'a@example.org\r\nBcc: all@example.org' },
    { email: ['a@example.org'] },
    {},
  ])('refuses %j, and writes nothing', async (body) => {
    const before = await db().signInCode.count()
    expect(await call(request.POST, body)).toMatchObject({ status: 422 })
    expect(await db().signInCode.count()).toBe(before)
    expect(await db().job.count()).toBe(0)
  })

  it('is not there by default', async () => {
    useSettings()
    const { email } = await makeUser()
    const before = await db().signInCode.count()
    expect(await call(request.POST, { email })).toMatchObject({
      status: 404,
      text: expect.stringContaining('"code":"feature_disabled"') as string,
    })
    const used = { challenge_id: 'x'.repeat(43), code: '123456' }
    expect(await call(verify.POST, used)).toMatchObject({ status: 404 })
    expect(await db().signInCode.count()).toBe(before)
  })
})

describe('POST /auth/email-code/verify', () => {
  it.each([
    { code: '1'.repeat(33), challenge_id: 'x'.repeat(43) },
    { code: '123456', challenge_id: 'x'.repeat(201) },
    { code: '', challenge_id: 'x'.repeat(43) },
    { code: 123456, challenge_id: 'x'.repeat(43) },
  ])('refuses %j before anything is looked up', async (body) => {
    expect(await call(verify.POST, body)).toMatchObject({ status: 422 })
  })
})
