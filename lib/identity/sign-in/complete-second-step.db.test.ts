import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { newDeviceToken } from '@/lib/identity/sessions/device-token'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { readAccessToken } from '@/lib/identity/sessions/session-tokens'
import { completeFirstStep, completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  atStep,
  challengeFor,
  enrolledUser,
  NOW,
  signInWith,
  wrongCode,
} from '@/tests/kit/enroll-mfa'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { sessionOf } from '@/tests/kit/sessions'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const sessionsOf = (userId: string) =>
  db().sessionFamily.count({ where: { userId, revokedAt: null } })
const triesOf = async (userId: string) =>
  (await db().mfaChallenge.findMany({ where: { userId }, select: { tries: true } })).map(
    ({ tries }) => tries,
  )
const failuresOf = async (userId: string) =>
  (await db().mfaFactor.findUniqueOrThrow({ where: { userId } })).failures
const refusalsOf = (actorId: string) =>
  db().auditRecord.count({ where: { actorId, action: 'mfa.code_refused' } })
const deadReasonsOf = async (actorId: string) => {
  const where = { actorId, action: 'session.refused' }
  const records = await db().auditRecord.findMany({ where, orderBy: { id: 'asc' } })
  return records.map(({ details }) => (details as { reason: string }).reason)
}
const EXPIRED = { ok: false, code: 'mfa_challenge_expired' }
const WRONG = { ok: false, code: 'invalid_mfa_code' }

describe('the first step of a user with a second factor', () => {
  it('creates no session and says what is missing', async () => {
    const user = await enrolledUser()
    const before = await sessionsOf(user.id)
    const result = await login({ email: user.email, password: PASSWORD }, atStep(2))
    expect(result).toEqual({
      ok: true,
      challenge: {
        mfaToken: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery_code'],
        expiresInSeconds: 300,
      },
    })
    expect(await sessionsOf(user.id)).toBe(before)
    expect(await db().knownDevice.count({ where: { userId: user.id } })).toBe(1)
    const record = await db().auditRecord.findFirstOrThrow({
      where: { actorId: user.id, action: 'session.challenged' },
    })
    expect(record.details).toEqual({ surface: 'api', factors: ['pwd'] })
  })

  it('responds to an incorrect password as if there were no second factor', async () => {
    const [plain, mfa] = [await makeUser(), await enrolledUser()]
    const answers = await Promise.all(
      [plain, mfa].map(({ email }) => login({ email, password: 'not the password' }, atStep(2))),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(await db().mfaChallenge.count({ where: { userId: mfa.id } })).toBe(0)
  })

  it('refuses an account that is not active', async () => {
    const user = await enrolledUser()
    await db().user.update({ where: { id: user.id }, data: { status: 'deactivated' } })
    const by = { userId: user.id, mfaEnabled: true, amr: ['fed'], knownDevice: false }
    expect(await completeFirstStep(db(), atStep(2), by)).toBeNull()
    expect(await completeFirstStep(db(), atStep(2), { ...by, mfaEnabled: false })).toBeNull()
    expect(await db().mfaChallenge.count({ where: { userId: user.id } })).toBe(0)
  })

  it('follows the row rather than what was read before: turned on or off in the meantime', async () => {
    const [on, off] = [await enrolledUser(), await makeUser()]
    const by = { amr: ['fed'], knownDevice: false }
    expect(
      await completeFirstStep(db(), atStep(2), { ...by, userId: on.id, mfaEnabled: false }),
    ).toMatchObject({
      challenge: {},
    })
    expect(
      await completeFirstStep(db(), atStep(2), { ...by, userId: off.id, mfaEnabled: true }),
    ).toMatchObject({
      session: {},
    })
  })

  it("can't be bypassed: a session without the second factor is refused where sessions are created", async () => {
    const user = await enrolledUser()
    const by = { userId: user.id, knownDevice: false }
    for (const amr of [['pwd'], ['fed'], ['pwd', 'otp'], []])
      expect(await establishSession(db(), atStep(2), { ...by, amr })).toBeNull()
    expect(await establishSession(db(), atStep(2), { ...by, amr: ['pwd', 'mfa'] })).not.toBeNull()
  })
})

describe('the second step', () => {
  it('signs in with the authenticator and reports the method', async () => {
    const user = await enrolledUser()
    const result = await signInWith(user.email, user.codeAt(2), 2)
    const session = sessionOf(result)
    expect(session.user).toMatchObject({ id: user.id, mfa_enabled: true })
    expect(readAccessToken(session.accessToken, atStep(2).now)).toMatchObject({ userId: user.id })
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: session.sessionId } })
    expect(family.amr).toEqual(['pwd', 'otp', 'mfa'])
    const refreshed = await refreshSession({ refreshToken: session.refreshToken }, atStep(3))
    expect(refreshed).toMatchObject({ ok: true, session: { user: { mfa_enabled: true } } })
  })

  it('signs in with a recovery code once, and tells the owner how many are left', async () => {
    const user = await enrolledUser()
    const code = user.recoveryCodes[3]!.toUpperCase()
    const session = sessionOf(await signInWith(user.email, code, 2))
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: session.sessionId } })
    expect(family.amr).toEqual(['pwd', 'mfa'])
    const mails = await db().job.findMany({
      where: { payload: { path: ['userId'], equals: user.id } },
    })
    expect(mails.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ mail: 'recovery_code_used', codesLeft: 9 }),
    )
    expect(await signInWith(user.email, code, 3)).toEqual(WRONG)
    expect(await failuresOf(user.id)).toBe(0)
  })

  it.each([
    [-2, WRONG],
    [-1, { ok: true }],
    [0, { ok: true }],
    [1, { ok: true }],
    [2, WRONG],
  ])('accepts at most one step of clock drift (%i)', async (drift, expected) => {
    const user = await enrolledUser()
    expect(await signInWith(user.email, user.codeAt(10 + drift), 10)).toMatchObject(expected)
  })

  it('accepts each code once per account, whatever the challenge, and none from before it', async () => {
    const user = await enrolledUser()
    expect(await signInWith(user.email, user.codeAt(5), 5)).toMatchObject({ ok: true })
    expect(await signInWith(user.email, user.codeAt(5), 5)).toEqual(WRONG)
    expect(await signInWith(user.email, user.codeAt(4), 5)).toEqual(WRONG)
    expect(await failuresOf(user.id)).toBe(0)
    expect(await signInWith(user.email, user.codeAt(6), 5)).toMatchObject({ ok: true })
  })

  it('refuses the code that turned two-step verification on', async () => {
    const user = await enrolledUser()
    expect(await signInWith(user.email, user.codeAt(0), 0)).toEqual(WRONG)
    expect(await signInWith(user.email, user.codeAt(1), 0)).toMatchObject({ ok: true })
  })

  it('refuses the challenge or code of another user', async () => {
    const [a, b] = [await enrolledUser(), await enrolledUser()]
    const [forA, forB] = [await challengeFor(a.email), await challengeFor(b.email)]
    const sessions = [await sessionsOf(a.id), await sessionsOf(b.id)]
    for (const [mfaToken, code] of [
      [forA, b.codeAt(1)],
      [forB, a.codeAt(1)],
      [forA, b.recoveryCodes[0]!],
      [forB, a.recoveryCodes[0]!],
    ] as const)
      expect(await completeSecondStep({ mfaToken, code }, atStep(0))).toEqual(WRONG)
    expect([await sessionsOf(a.id), await sessionsOf(b.id)]).toEqual(sessions)
    expect(
      await db().recoveryCode.count({
        where: { usedAt: { not: null }, userId: { in: [a.id, b.id] } },
      }),
    ).toBe(0)
  })

  it('accepts codes as users type them and maps no non-ASCII digits', async () => {
    const user = await enrolledUser()
    const mfaToken = await challengeFor(user.email, atStep(2))
    const code = user.codeAt(2)
    const wide = [...code]
      .map((digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
      .join('')
    for (const text of [wide, `0${code}`, code.slice(1), '   '])
      expect(await completeSecondStep({ mfaToken, code: text }, atStep(2))).toEqual(WRONG)
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)}`
    expect(await completeSecondStep({ mfaToken, code: spaced }, atStep(2))).toMatchObject({
      ok: true,
    })
  })
})

describe('a challenge', () => {
  it('allows one success', async () => {
    const user = await enrolledUser()
    const mfaToken = await challengeFor(user.email, atStep(2))
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(2) }, atStep(2))).toMatchObject({
      ok: true,
    })
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(3) }, atStep(3))).toEqual(EXPIRED)
    expect(await signInWith(user.email, user.codeAt(3), 3)).toMatchObject({ ok: true })
    expect(await deadReasonsOf(user.id)).toEqual(['challenge_used'])
  })

  it('ends at the fifth incorrect code', async () => {
    const user = await enrolledUser()
    const mfaToken = await challengeFor(user.email, atStep(2))
    const code = wrongCode(user.codeAt, 2)
    for (let i = 0; i < 5; i++)
      expect(await completeSecondStep({ mfaToken, code }, atStep(2))).toEqual(WRONG)
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(2) }, atStep(2))).toEqual(EXPIRED)
    expect(await triesOf(user.id)).toEqual([5])
    expect(await refusalsOf(user.id)).toBe(5)
    expect(await deadReasonsOf(user.id)).toEqual(['too_many_tries'])
  })

  it('expires after five minutes', async () => {
    const user = await enrolledUser()
    const mfaToken = await challengeFor(user.email)
    const late = atStep(0, { now: addSeconds(NOW, 300) })
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(10) }, late)).toEqual(EXPIRED)
    const intime = atStep(0, { now: addSeconds(NOW, 299) })
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(9) }, intime)).toMatchObject({
      ok: true,
    })
    expect(await deadReasonsOf(user.id)).toEqual(['challenge_expired'])
  })

  it('is bound to the surface and the device of the first step', async () => {
    const user = await enrolledUser()
    const [own, other] = [newDeviceToken().token, newDeviceToken().token]
    const bound = await challengeFor(user.email, atStep(2, { deviceToken: own }))
    const code = user.codeAt(2)
    for (const ctx of [
      atStep(2, { deviceToken: other }),
      atStep(2),
      atStep(2, { deviceToken: own, surface: 'web' }),
    ])
      expect(await completeSecondStep({ mfaToken: bound, code }, ctx)).toEqual(EXPIRED)
    expect(await deadReasonsOf(user.id)).toEqual(Array(3).fill('other_surface_or_device'))
    expect(await triesOf(user.id)).toEqual([0])
    const without = await challengeFor(user.email, atStep(2))
    expect(
      await completeSecondStep({ mfaToken: without, code }, atStep(2, { deviceToken: own })),
    ).toEqual(EXPIRED)
    expect(
      await completeSecondStep({ mfaToken: bound, code }, atStep(2, { deviceToken: own })),
    ).toMatchObject({ ok: true })
  })

  it('keeps recognizing the device recognized in the first step', async () => {
    const user = await enrolledUser()
    const first = sessionOf(await signInWith(user.email, user.codeAt(2), 2))
    const ctx = atStep(4, { deviceToken: first.deviceToken })
    const mfaToken = await challengeFor(user.email, ctx)
    const second = sessionOf(await completeSecondStep({ mfaToken, code: user.codeAt(4) }, ctx))
    expect(second.deviceToken).toBe(first.deviceToken)
  })

  it('ends with a password change, and with the account', async () => {
    const [a, b] = [await enrolledUser(), await enrolledUser()]
    const [forA, forB] = [
      await challengeFor(a.email, atStep(2)),
      await challengeFor(b.email, atStep(2)),
    ]
    await db().user.update({ where: { id: a.id }, data: { passwordChangedAt: new Date() } })
    await db().user.update({ where: { id: b.id }, data: { status: 'deactivated' } })
    const sessions = [await sessionsOf(a.id), await sessionsOf(b.id)]
    expect(await completeSecondStep({ mfaToken: forA, code: a.codeAt(2) }, atStep(2))).toEqual(
      EXPIRED,
    )
    expect(await completeSecondStep({ mfaToken: forB, code: b.codeAt(2) }, atStep(2))).toEqual(
      EXPIRED,
    )
    expect([await sessionsOf(a.id), await sessionsOf(b.id)]).toEqual(sessions)
    expect(await deadReasonsOf(a.id)).toEqual(['account_changed'])
  })

  it('opens nothing else, and nothing else opens it', async () => {
    const user = await enrolledUser()
    const token = await challengeFor(user.email, atStep(2))
    expect(readAccessToken(token, atStep(2).now)).toBe('invalid')
    expect(await refreshSession({ refreshToken: token }, atStep(2))).toMatchObject({
      code: 'invalid_refresh_token',
    })
    const reset = await resetPassword(
      { token, password: 'a quite different passphrase' },
      atStep(2),
    )
    expect(reset).toMatchObject({ code: 'invalid_or_expired_token' })
    expect(await verifyEmail({ token }, atStep(2))).toMatchObject({
      code: 'invalid_or_expired_token',
    })
    const mailed = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'reset_password', email: user.email },
      atStep(2).now,
    )
    for (const mfaToken of [mailed, '', '\0', 'x'.repeat(10_000)])
      expect(await completeSecondStep({ mfaToken, code: user.codeAt(2) }, atStep(2))).toEqual(
        EXPIRED,
      )
  })

  it('is stored as a hash', async () => {
    const user = await enrolledUser()
    const token = await challengeFor(user.email)
    const rows = await db().$queryRaw`SELECT row_to_json(c)::text AS text FROM mfa_challenges c`
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
  })
})

it("a password reset keeps the second factor and doesn't bypass it", async () => {
  const user = await enrolledUser()
  const pending = await challengeFor(user.email, atStep(2))
  const token = await issueEmailToken(
    db(),
    { userId: user.id, kind: 'reset_password', email: user.email },
    atStep(2).now,
  )
  const password = 'a quite different passphrase'
  expect(await resetPassword({ token, password }, atStep(2))).toEqual({ ok: true })
  expect(await completeSecondStep({ mfaToken: pending, code: user.codeAt(2) }, atStep(2))).toEqual(
    EXPIRED,
  )
  expect(await login({ email: user.email, password }, atStep(3))).toMatchObject({
    ok: true,
    challenge: {},
  })
  expect(await sessionsOf(user.id)).toBe(0)
})
