import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiAnswer, bearer } from '@/tests/kit/contract/api-client'
import {
  type ContractService,
  LANES,
  startContractService,
} from '@/tests/kit/contract/contract-service'
import { PASSWORD } from '@/tests/kit/make-user'
import { until } from '@/tests/kit/until'

describe.each(LANES)('the contract of a user’s own account, served by %s', (_, args) => {
  let service: ContractService['service']
  let api: ContractService['api']
  let root: ContractService['admin']
  let serial = 0

  beforeAll(async () => {
    ;({ service, api, admin: root } = await startContractService(args))
  }, 120_000)
  afterAll(() => service.stop())

  const freshEmail = () => `person-${++serial}@example.org`
  /** The token of the first email to that address on the terminal with a link to that page. */
  const mailed = (email: string, page: string) =>
    until(`a ${page} mail to ${email}`, 10_000, () => {
      const mails = service.output().split('Mail to ')
      const mail = mails.find(
        (text) => text.startsWith(`${email}\n`) && text.includes(`/auth/${page}?`),
      )
      return /\?token=([\w-]{43})/.exec(mail ?? '')?.[1]
    })
  const receivesMail = (email: string, subject: string) =>
    until(`"${subject}" to ${email}`, 10_000, () =>
      service
        .output()
        .split('Mail to ')
        .some((text) => text.startsWith(`${email}\n`) && text.includes(`Subject: ${subject}`)),
    )
  const codeOf = ({ status, body }: ApiAnswer) => [status, body.code]

  async function signedIn() {
    const email = freshEmail()
    await api.post('/auth/register', { email, password: PASSWORD })
    await api.post('/auth/verify-email', { token: await mailed(email, 'verify-email') })
    const { body } = await api.post('/auth/login', { email, password: PASSWORD })
    return { email, by: bearer(String(body.access_token)), refresh: String(body.refresh_token) }
  }

  it('changes the email address of an account', async () => {
    const { email, by } = await signedIn()
    const new_email = freshEmail()
    const asked = await api.post('/me/email', { new_email, password: PASSWORD }, by)
    expect([asked.status, asked.body]).toEqual([202, { status: 'confirmation_sent' }])
    await receivesMail(email, 'Email address change requested')
    const token = await mailed(new_email, 'confirm-email')
    expect((await api.get('/me', by)).body.email).toBe(email)
    expect(codeOf(await api.post('/auth/verify-email', { token }))).toEqual([
      400,
      'invalid_or_expired_token',
    ])
    const confirmed = await api.post('/auth/confirm-email', { token })
    expect(confirmed).toMatchObject({
      status: 200,
      body: { user: { email: new_email, email_verified: true } },
    })
    expect(confirmed.headers.get('cache-control')).toBe('no-store')
    await receivesMail(email, 'Your email address was changed')
    expect((await api.get('/me', by)).body.email).toBe(new_email)
    expect(codeOf(await api.post('/auth/confirm-email', { token }))).toEqual([
      400,
      'invalid_or_expired_token',
    ])
    expect((await api.post('/auth/login', { email, password: PASSWORD })).status).toBe(401)
    expect((await api.post('/auth/login', { email: new_email, password: PASSWORD })).status).toBe(
      200,
    )
  })

  it('gives byte-identical answers for an available and a taken address', async () => {
    const [{ by }, other] = [await signedIn(), await signedIn()]
    const answers = []
    for (const new_email of [other.email, freshEmail()])
      answers.push(await api.post('/me/email', { new_email, password: PASSWORD }, by))
    const strip = ({ status, text, headers }: ApiAnswer) => ({
      status,
      text,
      headers: [...headers].filter(
        ([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name),
      ),
    })
    expect(strip(answers[0]!)).toEqual(strip(answers[1]!))
    await receivesMail(other.email, 'You already have an account')
  })

  it('reverts an email change', async () => {
    const { email, by } = await signedIn()
    const new_email = freshEmail()
    await api.post('/me/email', { new_email, password: PASSWORD }, by)
    const token = await mailed(new_email, 'confirm-email')
    expect((await api.call('DELETE', '/me/email', undefined, by)).status).toBe(204)
    expect((await api.call('DELETE', '/me/email', undefined, by)).status).toBe(204)
    expect(codeOf(await api.post('/auth/confirm-email', { token }))).toEqual([
      400,
      'invalid_or_expired_token',
    ])
    expect((await api.get('/me', by)).body.email).toBe(email)
  })

  it.each([
    [{}, '/new_email'],
    [{ new_email: 'nope', password: PASSWORD }, '/new_email'],
    [{ new_email: ['a@b.co'], password: PASSWORD }, '/new_email'],
    [{ new_email: { $ne: null }, password: PASSWORD }, '/new_email'],
    [{ new_email: 'a@b.co\r\nBcc: c@d.co', password: PASSWORD }, '/new_email'],
    [{ new_email: 'a\u0000@b.co', password: PASSWORD }, '/new_email'],
    [{ new_email: 'free@example.org', password: 12345678 }, '/password'],
    [{ new_email: 'free@example.org', password: '' }, '/password'],
    [{ new_email: 'free@example.org' }, '/password'],
  ])('names the invalid field of an email change %#', async (body, pointer) => {
    const answer = await api.post('/me/email', body, root)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect((answer.body.errors as { pointer: string }[])[0]!.pointer).toBe(pointer)
  })

  it.each([{}, { token: '' }, { token: 5 }, { token: ['x'] }])(
    'accepts only a string as token %#',
    async (body) => {
      expect(codeOf(await api.post('/auth/confirm-email', body))).toEqual([
        422,
        'validation_failed',
      ])
    },
  )

  it('requires a session, and the correct password to change the address or delete the account', async () => {
    const { by } = await signedIn()
    for (const [method, path] of [
      ['POST', '/me/email'],
      ['DELETE', '/me/email'],
      ['GET', '/me/export'],
      ['DELETE', '/me'],
    ] as const)
      expect(codeOf(await api.call(method, path))).toEqual([401, 'token_missing'])
    const change = { new_email: freshEmail(), password: 'wrong' }
    expect(codeOf(await api.post('/me/email', change, by))).toEqual([401, 'invalid_credentials'])
    const end = await api.call('DELETE', '/me', { password: 'wrong' }, by)
    expect(codeOf(end)).toEqual([401, 'invalid_credentials'])
    expect(codeOf(await api.call('DELETE', '/me', undefined, by))).toEqual([
      422,
      'validation_failed',
    ])
    expect((await api.get('/me', by)).status).toBe(200)
  })

  it('exports a user’s stored data as a file', async () => {
    const { email, by } = await signedIn()
    const file = await api.get('/me/export', by)
    expect(file).toMatchObject({
      status: 200,
      body: { profile: { email }, roles: [{ name: 'user' }] },
    })
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="account-[\dT-]+Z\.json"$/,
    )
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.text).not.toMatch(/root@example\.org|argon2/)
  })

  it('deletes an account: nothing works once the answer arrives, and the address stays taken', async () => {
    const { email, by, refresh } = await signedIn()
    const other = bearer(
      String((await api.post('/auth/login', { email, password: PASSWORD })).body.access_token),
    )
    expect((await api.call('DELETE', '/me', { password: PASSWORD }, by)).status).toBe(204)
    for (const token of [by, other])
      expect(codeOf(await api.get('/me', token))).toEqual([401, 'session_revoked'])
    expect((await api.post('/auth/refresh', { refresh_token: refresh })).status).toBe(401)
    expect(codeOf(await api.post('/auth/login', { email, password: PASSWORD }))).toEqual([
      401,
      'invalid_credentials',
    ])
    await receivesMail(email, 'Your account was deleted')
    const found = await api.get(`/users?query=${email}&status=deleted`, root)
    expect(found.body.data).toMatchObject([{ email, status: 'deleted' }])
  })

  it('erases an account for its owner, and for an administrator: the address is free', async () => {
    const { email, by } = await signedIn()
    const erased = await api.call('DELETE', '/me?erase=true', { password: PASSWORD }, by)
    expect(erased).toMatchObject({ status: 202, body: { status: 'accepted' } })
    expect(codeOf(await api.get('/me', by))).toEqual([401, 'session_revoked'])
    await receivesMail(email, 'Your account was erased')
    const { body } = await api.post('/users', { email }, root)
    expect(body).toMatchObject({ email, status: 'pending', name: null })
    const path = `/users/${String(body.id)}?erase=true`
    expect((await api.call('DELETE', path, undefined, root)).status).toBe(202)
    expect((await api.get(`/users/${String(body.id)}`, root)).status).toBe(404)
  })

  it('keeps the last administrator', async () => {
    const end = await api.call('DELETE', '/me', { password: PASSWORD }, root)
    expect(codeOf(end)).toEqual([409, 'last_admin'])
    expect((await api.get('/me', root)).status).toBe(200)
  })
})
