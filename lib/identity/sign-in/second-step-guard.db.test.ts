import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { enableMfa } from '@/lib/identity/mfa/enable-mfa'
import { disableMfa, renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
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
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const RELAXED = { AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' }
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

useTestDatabase()
beforeAll(async () => {
  useSettings(RELAXED)
  await syncCatalog(new Date())
})

const WRONG = { ok: false, code: 'invalid_mfa_code' }
const factorOf = (userId: string) => db().mfaFactor.findUniqueOrThrow({ where: { userId } })
const sessionsOf = (userId: string) => db().sessionFamily.count({ where: { userId } })
type User = Awaited<ReturnType<typeof enrolledUser>>
/** Submits that many incorrect codes at one instant, each after the correct password. */
async function fail(user: User, times: number, ctx = atStep(2)) {
  const code = wrongCode(user.codeAt, 2)
  for (let i = 0; i < times; i++)
    expect(
      await completeSecondStep({ mfaToken: await challengeFor(user.email, ctx), code }, ctx),
    ).toEqual(WRONG)
}

describe('the count of incorrect codes of an account', () => {
  it('locks after ten, over all challenges, even for the correct code, and unlocks after the lockout', async () => {
    const user = await enrolledUser()
    await fail(user, 10)
    const sessions = await sessionsOf(user.id)
    expect(await signInWith(user.email, user.codeAt(2), 2)).toEqual({
      ok: false,
      code: 'account_locked',
      retryAfterSeconds: 900,
    })
    expect(await signInWith(user.email, user.recoveryCodes[0]!, 3)).toMatchObject({
      retryAfterSeconds: 870,
    })
    expect(await sessionsOf(user.id)).toBe(sessions)
    expect(
      await db().recoveryCode.count({ where: { userId: user.id, usedAt: { not: null } } }),
    ).toBe(0)
    expect(await signInWith(user.email, user.codeAt(31), 31)).toMatchObject({
      code: 'account_locked',
    })
    expect(await signInWith(user.email, user.codeAt(32), 32)).toMatchObject({ ok: true })
  })

  it('notifies the owner by email once per lock', async () => {
    const user = await enrolledUser()
    const mails = () =>
      db().job.count({
        where: {
          AND: [
            { payload: { path: ['userId'], equals: user.id } },
            { payload: { path: ['mail'], equals: 'mfa_locked' } },
          ],
        },
      })
    await fail(user, 9)
    expect(await mails()).toBe(0)
    await fail(user, 1)
    expect(await mails()).toBe(1)
    for (let i = 0; i < 3; i++) await signInWith(user.email, wrongCode(user.codeAt, 3), 3)
    expect(await mails()).toBe(1)
    for (let i = 0; i < 10; i++)
      await renewRecoveryCodes({ code: wrongCode(user.codeAt, 40) }, user.principal, atStep(40))
    expect(await mails()).toBe(2)
  })

  it("doesn't consume a challenge while the account is locked", async () => {
    const user = await enrolledUser()
    await fail(user, 10)
    const mfaToken = await challengeFor(user.email, atStep(28))
    for (let i = 0; i < 6; i++)
      expect(
        await completeSecondStep({ mfaToken, code: user.codeAt(28) }, atStep(28)),
      ).toMatchObject({
        code: 'account_locked',
      })
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(33) }, atStep(33))).toMatchObject(
      {
        ok: true,
      },
    )
  })

  it('is not reset by the correct password, nor by waiting a little, but by a completed second step', async () => {
    const user = await enrolledUser()
    await fail(user, 9)
    await challengeFor(user.email, atStep(3))
    expect((await factorOf(user.id)).failures).toBe(9)
    expect(await signInWith(user.email, user.codeAt(4), 4)).toMatchObject({ ok: true })
    expect((await factorOf(user.id)).failures).toBe(0)
    await fail(user, 9)
  })

  it('never allows more than ten in one lockout duration, however they are spread', async () => {
    const user = await enrolledUser()
    await fail(user, 1)
    await fail(user, 8, atStep(2, { now: addSeconds(NOW, 60 + 890) }))
    await fail(user, 1, atStep(2, { now: addSeconds(NOW, 60 + 910) }))
    const eleventh = atStep(2, { now: addSeconds(NOW, 60 + 911) })
    const mfaToken = await challengeFor(user.email, eleventh)
    expect(await completeSecondStep({ mfaToken, code: '000000' }, eleventh)).toMatchObject({
      code: 'account_locked',
      retryAfterSeconds: 899,
    })
  })

  it('starts over after a lockout duration without attempts', async () => {
    const user = await enrolledUser()
    await fail(user, 9)
    await fail(user, 9, atStep(32))
  })

  it('excludes genuine codes that were already used', async () => {
    const user = await enrolledUser()
    expect(await signInWith(user.email, user.codeAt(2), 2)).toMatchObject({ ok: true })
    expect(await signInWith(user.email, user.recoveryCodes[0]!, 2)).toMatchObject({ ok: true })
    for (let i = 0; i < 12; i++)
      expect(
        await signInWith(user.email, i % 2 ? user.codeAt(2) : user.recoveryCodes[0]!, 2),
      ).toEqual(WRONG)
    expect((await factorOf(user.id)).failures).toBe(0)
    expect(await signInWith(user.email, user.codeAt(3), 3)).toMatchObject({ ok: true })
  })

  it('is shared by sign-in and settings: a hijacked session has no guesses of its own', async () => {
    const user = await enrolledUser()
    const code = wrongCode(user.codeAt, 2)
    await fail(user, 4)
    for (let i = 0; i < 3; i++) {
      expect(await disableMfa({ code, password: PASSWORD }, user.principal, atStep(2))).toEqual(
        WRONG,
      )
      expect(await renewRecoveryCodes({ code }, user.principal, atStep(2))).toEqual(WRONG)
    }
    const right = { code: user.codeAt(2), password: PASSWORD }
    expect(await disableMfa(right, user.principal, atStep(2))).toMatchObject({
      code: 'account_locked',
    })
    expect(await renewRecoveryCodes(right, user.principal, atStep(2))).toMatchObject({
      code: 'account_locked',
    })
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(10)
  })

  it("can't be increased without the password", async () => {
    const user = await enrolledUser()
    for (const mfaToken of ['A'.repeat(43), '', 'x'])
      await completeSecondStep({ mfaToken, code: '000000' }, atStep(2))
    expect((await factorOf(user.id)).failures).toBe(0)
  })

  it('is audited, with the reason and without the code', async () => {
    const user = await enrolledUser()
    await fail(user, 10)
    await signInWith(user.email, user.codeAt(2), 2)
    const records = await db().auditRecord.findMany({
      where: { actorId: user.id, action: 'mfa.code_refused' },
      orderBy: { id: 'asc' },
    })
    expect(records.map(({ details }) => details)).toEqual([
      ...Array(10).fill({ surface: 'api', during: 'sign_in', factor: 'totp', reason: 'wrong' }),
      { surface: 'api', during: 'sign_in', factor: 'totp', reason: 'locked' },
    ])
  })
})

describe('the sealed secret', () => {
  it('is sealed again under the current key when a code is verified, and then the old key can be removed', async () => {
    const user = await enrolledUser()
    const before = (await factorOf(user.id)).secretSealed
    useSettings({
      ...RELAXED,
      AUTH_MFA_ENCRYPTION_KEY: key(9),
      AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: key(7),
    })
    expect(await signInWith(user.email, user.codeAt(2), 2)).toMatchObject({ ok: true })
    const after = (await factorOf(user.id)).secretSealed
    expect(Buffer.from(after).equals(Buffer.from(before))).toBe(false)
    useSettings({ ...RELAXED, AUTH_MFA_ENCRYPTION_KEY: key(9) })
    expect(await signInWith(user.email, user.codeAt(4), 4)).toMatchObject({ ok: true })
    expect(Buffer.from((await factorOf(user.id)).secretSealed).equals(Buffer.from(after))).toBe(
      true,
    )
    useSettings(RELAXED)
  })

  it('that is corrupted affects only its owner: nothing is admitted, nothing is spent, recovery codes help', async () => {
    const [broken, sound] = [await enrolledUser(), await enrolledUser()]
    const sealed = Buffer.from((await factorOf(broken.id)).secretSealed)
    sealed[sealed.length - 1]! ^= 1
    await db().mfaFactor.update({ where: { userId: broken.id }, data: { secretSealed: sealed } })
    const mfaToken = await challengeFor(broken.email, atStep(2))
    const sessions = await sessionsOf(broken.id)
    for (const code of [broken.codeAt(2), '000000'])
      await expect(completeSecondStep({ mfaToken, code }, atStep(2))).rejects.toThrow()
    expect(await sessionsOf(broken.id)).toBe(sessions)
    expect(
      await db().mfaChallenge.findFirstOrThrow({ where: { userId: broken.id } }),
    ).toMatchObject({
      tries: 0,
    })
    expect(await signInWith(sound.email, sound.codeAt(2), 2)).toMatchObject({ ok: true })
    const code = broken.recoveryCodes[0]!
    expect(await completeSecondStep({ mfaToken, code }, atStep(2))).toMatchObject({ ok: true })
  })

  it('of one account does not open another, copied by an attacker who can write to the database', async () => {
    const [victim, attacker] = [await enrolledUser(), await enrolledUser()]
    const { secretSealed } = await factorOf(attacker.id)
    await db().mfaFactor.update({ where: { userId: victim.id }, data: { secretSealed } })
    await expect(signInWith(victim.email, attacker.codeAt(2), 2)).rejects.toThrow()
    const { userId, sessionId } = attacker.principal
    const pending = { userId, sessionId, secretSealed, expiresAt: addSeconds(NOW, 600) }
    await db().user.update({ where: { id: attacker.id }, data: { mfaEnabledAt: null } })
    await db().mfaEnrollment.create({ data: pending })
    await expect(
      enableMfa({ code: attacker.codeAt(1) }, attacker.principal, atStep(1)),
    ).rejects.toThrow()
  })
})
