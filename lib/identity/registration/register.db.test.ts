import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { register } from '@/lib/identity/registration/register'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const ctx = (overrides = {}) => testContext(overrides)
const ANSWER = { ok: true, status: 'verification_required' }
const mailsTo = async (where: object) =>
  (await db().job.findMany({ where })).map(({ payload }) => (payload as { mail: string }).mail)
const email = (name: string) => `${name}@example.org`
const userOf = (address: string) => db().user.findUniqueOrThrow({ where: { email: address } })
const attemptsOf = (userId: string) =>
  db().registrationAttempt.findMany({ where: { userId }, orderBy: { id: 'asc' } })
const resultsOf = async (targetId: string) =>
  (
    await db().auditRecord.findMany({
      where: { targetId, action: 'user.registered' },
      orderBy: { id: 'asc' },
    })
  ).map(({ details }) => (details as { result: string }).result)

describe('register', () => {
  it('creates a pending account with the role user and queues one verification email', async () => {
    const input = { email: email('new'), password: PASSWORD, name: 'Ada' }
    expect(await register(input, ctx())).toEqual(ANSWER)
    const user = await db().user.findUniqueOrThrow({
      where: { email: input.email },
      include: { roles: { include: { role: true } } },
    })
    expect(user).toMatchObject({
      status: 'pending',
      name: 'Ada',
      emailVerifiedAt: null,
      passwordHash: null,
    })
    expect(user.roles.map(({ role }) => role.name)).toEqual(['user'])
    expect(await mailsTo({ payload: { path: ['email'], equals: input.email } })).toEqual([
      'verify_email',
    ])
    expect(await attemptsOf(user.id)).toMatchObject([{ name: 'Ada', locale: 'en', sole: true }])
  })

  it('responds the same for a taken address, changes nothing there and notifies its owner', async () => {
    const owner = await makeUser()
    const before = await userOf(owner.email)
    expect(
      await register({ email: owner.email, password: 'another long password' }, ctx()),
    ).toEqual(ANSWER)
    expect(await userOf(owner.email)).toEqual(before)
    expect(await attemptsOf(owner.id)).toEqual([])
    expect(await mailsTo({ payload: { path: ['userId'], equals: owner.id } })).toEqual([
      'already_registered',
    ])
  })

  it('keeps a second registration of the address separate from the first: no password, name or link changes', async () => {
    const first = await makeRegistration({ name: 'Ada' })
    const [before] = await attemptsOf(first.id)
    const second = await makeRegistration({
      email: first.email,
      password: 'the password of a stranger',
      name: 'M',
    })
    const [kept, added] = await attemptsOf(first.id)
    expect(kept).toEqual({ ...before, sole: false })
    expect(added).toMatchObject({ id: second.attemptId, name: 'M', sole: false })
    expect(await userOf(first.email)).toMatchObject({
      id: first.id,
      name: 'Ada',
      passwordHash: null,
    })
    expect(
      await db().emailToken.count({ where: { userId: first.id, attemptId: first.attemptId } }),
    ).toBe(1)
    expect(await resultsOf(first.id)).toEqual(['created', 'added'])
  })

  it('treats the same password as the same attempt and restarts its wait', async () => {
    const first = await makeRegistration()
    const [before] = await attemptsOf(first.id)
    const later = addSeconds(before!.createdAt, 3600)
    await register({ email: first.email, password: PASSWORD, name: 'Ada' }, ctx({ now: later }))
    const attempts = await attemptsOf(first.id)
    expect(attempts).toEqual([
      { ...before, name: 'Ada', expiresAt: addSeconds(before!.expiresAt, 3600) },
    ])
    expect(await resultsOf(first.id)).toEqual(['created', 'repeated'])
  })

  it('keeps eight pending and drops more with the same response, until one has expired', async () => {
    const { id, email: address } = await makeRegistration()
    for (let n = 2; n <= 10; n++)
      expect(await register({ email: address, password: `${PASSWORD} ${n}` }, ctx())).toEqual(
        ANSWER,
      )
    expect(await attemptsOf(id)).toHaveLength(8)
    expect((await resultsOf(id)).slice(-3)).toEqual(['added', 'dropped', 'dropped'])
    const aWeekLater = addSeconds(new Date(), 8 * 86_400)
    await register({ email: address, password: `${PASSWORD} 11` }, ctx({ now: aWeekLater }))
    expect(await attemptsOf(id)).toMatchObject([{ sole: false }])
  })

  it('stores no attempt for an account created by an administrator, and emails its owner how to sign in', async () => {
    for (const [passwordHash, mail] of [
      [null, 'invitation'],
      ['$2b$10$imported', 'reset_password'],
    ] as const) {
      const user = await insertUser({ status: 'pending', passwordHash })
      await db().user.update({ where: { id: user.id }, data: { invitedAt: new Date() } })
      const before = await userOf(user.email)
      expect(await register({ email: user.email, password: PASSWORD }, ctx())).toEqual(ANSWER)
      expect(await userOf(user.email)).toEqual(before)
      expect(await attemptsOf(user.id)).toEqual([])
      const OR = [
        { payload: { path: ['userId'], equals: user.id } },
        { payload: { path: ['email'], equals: user.email } },
      ]
      expect(await mailsTo({ OR })).toEqual([mail])
    }
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
    expect(
      await db().registrationAttempt.count({ where: { user: { email: email('weak-person') } } }),
    ).toBe(0)
    expect(await db().job.count()).toBe(before)
  })
})
