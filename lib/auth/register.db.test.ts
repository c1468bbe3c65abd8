import { beforeAll, describe, expect, it } from 'vitest'
import { login } from '@/lib/auth/login'
import { register } from '@/lib/auth/register'
import { verifyEmail } from '@/lib/auth/verify-email'
import { issueEmailToken } from '@/lib/email-tokens/email-token.store'
import { db } from '@/lib/platform/db/database'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { makeUser, PASSWORD } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const ctx = (overrides = {}) => testContext(overrides)
const mailsTo = async (where: object) =>
  (await db().job.findMany({ where })).map(({ payload }) => (payload as { mail: string }).mail)
const email = (name: string) => `${name}@example.org`

describe('register', () => {
  it('makes a pending account with the role user and queues one verification mail', async () => {
    const input = { email: email('new'), password: PASSWORD, name: 'Ada' }
    expect(await register(input, ctx())).toEqual({ ok: true, status: 'verification_required' })
    const user = await db().user.findUniqueOrThrow({
      where: { email: input.email },
      include: { roles: { include: { role: true } } },
    })
    expect(user).toMatchObject({ status: 'pending', name: 'Ada', emailVerifiedAt: null })
    expect(user.roles.map(({ role }) => role.name)).toEqual(['user'])
    expect(await mailsTo({ payload: { path: ['email'], equals: input.email } })).toEqual(['verify_email'])
  })

  it('answers the same for a taken address, changes nothing there and tells its owner', async () => {
    const owner = await makeUser()
    const before = await db().user.findUniqueOrThrow({ where: { id: owner.id } })
    const answer = await register({ email: owner.email, password: 'another long password' }, ctx())
    expect(answer).toEqual({ ok: true, status: 'verification_required' })
    expect(await db().user.findUniqueOrThrow({ where: { id: owner.id } })).toEqual(before)
    expect(await mailsTo({ payload: { path: ['userId'], equals: owner.id } })).toEqual(['already_registered'])
  })

  it('lets the last registrant of a pending address set the password, and kills links made for an earlier one', async () => {
    const address = email('hijack')
    await register({ email: address, password: 'the password of an attacker' }, ctx())
    const { id } = await db().user.findUniqueOrThrow({ where: { email: address } })
    const oldLink = await issueEmailToken(
      db(),
      { userId: id, kind: 'verify_email', email: address },
      new Date(),
    )
    await register({ email: address, password: PASSWORD }, ctx())
    expect(await verifyEmail({ token: oldLink }, ctx())).toMatchObject({ code: 'invalid_or_expired_token' })
    const newLink = await issueEmailToken(
      db(),
      { userId: id, kind: 'verify_email', email: address },
      new Date(),
    )
    expect(await verifyEmail({ token: newLink }, ctx())).toMatchObject({ ok: true })
    expect(await login({ email: address, password: 'the password of an attacker' }, ctx())).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await login({ email: address, password: PASSWORD }, ctx())).toMatchObject({ ok: true })
  })

  it('refuses a weak password, says why, and writes nothing', async () => {
    const before = await db().job.count()
    for (const password of [
      'short',
      'password2024!!',
      'gatehouse-rocks!',
      'weak-person-1234',
      'x'.repeat(129),
    ]) {
      const answer = await register({ email: email('weak-person'), password }, ctx())
      expect(answer).toMatchObject({ ok: false, code: 'password_too_weak' })
      expect(answer.ok ? [] : answer.errors).not.toHaveLength(0)
    }
    expect(await db().user.count({ where: { email: email('weak-person') } })).toBe(0)
    expect(await db().job.count()).toBe(before)
  })
})

describe('verify e-mail', () => {
  it('activates the account once; the same link again is refused', async () => {
    const user = await makeUser({ status: 'pending' })
    const token = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'verify_email', email: user.email },
      new Date(),
    )
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ ok: true, user: { email_verified: true } })
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ code: 'invalid_or_expired_token' })
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).status).toBe('active')
  })

  it('never revives a deactivated or deleted account', async () => {
    for (const status of ['deactivated', 'deleted'] as const) {
      const user = await makeUser({ status })
      const token = await issueEmailToken(
        db(),
        { userId: user.id, kind: 'verify_email', email: user.email },
        new Date(),
      )
      expect(await verifyEmail({ token }, ctx())).toMatchObject({ code: 'invalid_or_expired_token' })
      expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).status).toBe(status)
    }
  })
})
