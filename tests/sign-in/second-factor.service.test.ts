import { ScureBase32Plugin } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { type ApiAnswer, ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { PASSWORD } from '@/tests/kit/make-user'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const RELAXED = {
  AUTH_IP_RATE_LIMIT: '100000/1m',
  AUTH_USER_RATE_LIMIT: '100000/1m',
  AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
}

describe.each([
  ['the gateway', []],
  ['Next', ['--api-served-by=next']],
] as const)('two-step verification, served by %s', (_, args) => {
  let service: ServiceProcess
  let api: ApiClient
  let serial = 0

  beforeAll(async () => {
    service = await startService({ env: RELAXED, args: [...args] })
    api = await ApiClient.of(service.url)
  }, 120_000)
  afterAll(() => service.stop())

  const at = (answer: ApiAnswer, name: string) => String(answer.body[name])
  const step = (mfaToken: string, code: unknown, path = '/auth/login') =>
    api.post(path, { mfa_token: mfaToken, code })
  /**
   * The code of the current step plus `ahead`: one step ahead is accepted too, so no test waits for
   * the clock.
   */
  const codeOf = (base32: string, ahead = 0) =>
    totpCode(new ScureBase32Plugin().decode(base32), totpStep(new Date()) + ahead)

  async function signedIn() {
    const email = `person-${++serial}@example.org`
    const before = service.output().length
    await api.post('/auth/register', { email, password: PASSWORD })
    const token = await until(
      'a mail',
      10_000,
      () => /verify-email\?token=([\w-]{43})/.exec(service.output().slice(before))?.[1],
    )
    expect((await api.post('/auth/verify-email', { token })).body.user).toMatchObject({
      mfa_enabled: false,
    })
    const session = await api.post('/auth/login', { email, password: PASSWORD })
    return { email, access: at(session, 'access_token') }
  }

  async function enrolled() {
    const { email, access } = await signedIn()
    const setup = await api.post('/auth/mfa/setup', { password: PASSWORD }, bearer(access))
    const secret = at(setup, 'secret')
    const enabled = await api.post('/auth/mfa/enable', { code: codeOf(secret) }, bearer(access))
    expect(enabled.status).toBe(200)
    return { email, access, secret, codes: enabled.body.recovery_codes as string[] }
  }

  async function challenge(email: string): Promise<string> {
    const first = await api.post('/auth/login', { email, password: PASSWORD })
    expect(first.body).toEqual({
      status: 'mfa_required',
      mfa_token: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recovery_code'],
      expires_in: 300,
    })
    expect(first).toMatchObject({ status: 200 })
    expect(first.headers.get('cache-control')).toBe('no-store')
    return at(first, 'mfa_token')
  }

  it('goes from setup to a sign-in in two steps, and back', async () => {
    const { email, access } = await signedIn()
    expect((await api.post('/auth/mfa/enable', { code: '123456' }, bearer(access))).body.code).toBe(
      'mfa_enrolment_missing',
    )
    const setup = await api.post('/auth/mfa/setup', { password: PASSWORD }, bearer(access))
    expect(setup).toMatchObject({ status: 200, body: { expires_in: 600 } })
    expect(at(setup, 'otpauth_url')).toContain(`secret=${at(setup, 'secret')}`)
    const code = codeOf(at(setup, 'secret'))
    const enabled = await api.post('/auth/mfa/enable', { code }, bearer(access))
    const codes = enabled.body.recovery_codes as string[]
    expect(codes).toHaveLength(10)
    expect((await api.get('/me', bearer(access))).body).toMatchObject({ mfa_enabled: true })
    expect(await step(await challenge(email), code)).toMatchObject({
      status: 401,
      body: { code: 'invalid_mfa_code' },
    })
    const session = await step(await challenge(email), codeOf(at(setup, 'secret'), 1))
    expect(session).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', user: { email, mfa_enabled: true } },
    })
    const claims = JSON.parse(
      Buffer.from(at(session, 'access_token').split('.')[1]!, 'base64url').toString(),
    ) as object
    expect(claims).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] })
    const renewed = await api.post('/auth/mfa/recovery-codes', { code: codes[0] }, bearer(access))
    const fresh = renewed.body.recovery_codes as string[]
    expect((await step(await challenge(email), codes[1], '/auth/mfa/verify')).status).toBe(401)
    expect((await step(await challenge(email), fresh[0], '/auth/mfa/verify')).status).toBe(200)
    const off = { code: fresh[1], password: PASSWORD }
    expect(await api.post('/auth/mfa/disable', off, bearer(access))).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await api.get('/me', bearer(at(session, 'access_token')))).status).toBe(401)
    const plain = await api.post('/auth/login', { email, password: PASSWORD })
    expect(plain.body).toMatchObject({ user: { mfa_enabled: false } })
  })

  it('accepts exactly one of the two forms of a sign-in', async () => {
    const { email, secret } = await enrolled()
    const mfa_token = await challenge(email)
    const [password, code] = [PASSWORD, codeOf(secret, 1)]
    const bodies: [object, string[]][] = [
      [{}, ['/email', '/password']],
      [{ email, password, mfa_token }, ['/mfa_token']],
      [{ email, password, code }, ['/code']],
      [{ email, password, mfa_token, code }, ['/mfa_token', '/code']],
      [{ mfa_token }, ['/code']],
      [{ code }, ['/mfa_token']],
      [{ mfa_token, code, email }, ['/email']],
      [{ mfa_token, code, password: null }, ['/password']],
      [{ mfa_token, code: Number(code) }, ['/code']],
      [{ mfa_token, code: [code] }, ['/code']],
      [{ mfa_token, code: { $ne: '' } }, ['/code']],
      [{ mfa_token, code: '' }, ['/code']],
      [{ mfa_token: [mfa_token], code }, ['/mfa_token']],
    ]
    for (const [body, pointers] of bodies) {
      const answer = await api.post('/auth/login', body)
      expect(answer, JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed' },
      })
      expect((answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(
        pointers,
      )
    }
    expect((await api.post('/auth/mfa/verify', { email, password })).status).toBe(422)
    expect((await api.post('/auth/login', { mfa_token, code, extra: 1 })).status).toBe(200)
  })

  it('lets a challenge be used only for the second step', async () => {
    const { email, access, secret } = await enrolled()
    const token = await challenge(email)
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/auth/permissions'],
      ['GET', '/me/sessions'],
      ['POST', '/auth/mfa/disable'],
      ['POST', '/auth/mfa/recovery-codes'],
    ] as const)
      expect(await api.call(method, path, undefined, bearer(token))).toMatchObject({
        status: 401,
        body: { code: 'invalid_token' },
      })
    expect((await api.post('/auth/refresh', { refresh_token: token })).status).toBe(401)
    expect(
      (await api.post('/auth/reset-password', { token, password: 'a new and long one' })).status,
    ).toBe(400)
    expect((await api.post('/auth/verify-email', { token })).status).toBe(400)
    expect((await api.post('/auth/setup', { token, email, password: PASSWORD })).status).toBe(400)
    expect((await api.post('/auth/logout', { refresh_token: token, all: true })).status).toBe(204)
    expect((await api.get('/me', bearer(access))).status).toBe(200)
    // No other credential works as a challenge.
    for (const other of [access, secret, 'A'.repeat(43)])
      expect(await step(other, codeOf(secret, 1))).toMatchObject({
        status: 401,
        body: { code: 'mfa_challenge_expired' },
      })
    expect((await step(token, codeOf(secret, 1))).status).toBe(200)
  })

  it('requires a session for its settings, and says what is missing', async () => {
    for (const path of ['setup', 'enable', 'disable', 'recovery-codes'])
      expect((await api.post(`/auth/mfa/${path}`, {})).body.code).toBe('token_missing')
    const { access } = await signedIn()
    for (const path of ['setup', 'enable', 'disable', 'recovery-codes'])
      for (const body of [
        { code: 123456, password: 1 },
        { code: ['123456'], password: [PASSWORD] },
      ])
        expect((await api.post(`/auth/mfa/${path}`, body, bearer(access))).status).toBe(422)
    const off = { code: '123456', password: PASSWORD }
    expect((await api.post('/auth/mfa/disable', off, bearer(access))).body.code).toBe(
      'mfa_not_enabled',
    )
    expect((await api.post('/auth/mfa/recovery-codes', off, bearer(access))).body.code).toBe(
      'mfa_not_enabled',
    )
    expect(
      (await api.post('/auth/mfa/setup', { password: 'wrong' }, bearer(access))).body.code,
    ).toBe('invalid_credentials')
    const on = await enrolled()
    const again = await api.post('/auth/mfa/setup', { password: PASSWORD }, bearer(on.access))
    expect(again).toMatchObject({ status: 409, body: { code: 'mfa_already_enabled' } })
  })

  it('locks the account after ten wrong codes and says for how long', async () => {
    const { email, codes } = await enrolled()
    for (let i = 0; i < 10; i++)
      expect((await step(await challenge(email), `wrong ${i}`)).body.code).toBe('invalid_mfa_code')
    const locked = await step(await challenge(email), codes[0])
    expect(locked).toMatchObject({ status: 429, body: { code: 'account_locked' } })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(890)
  })
})
