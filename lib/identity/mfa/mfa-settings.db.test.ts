import { ScureBase32Plugin } from 'otplib'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { enableFactor, eraseFactors } from '@/lib/identity/mfa/factor.store'
import { disableMfa, renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { findMfaState } from '@/lib/identity/mfa/mfa-state'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import {
  actionsOf,
  aliveOf,
  atStep,
  challengeFor,
  enabledAt,
  enrolledUser,
  freshUser,
  mailsTo,
  NOW,
  pendingUser,
  signInWith,
  wrongCode,
} from '@/tests/kit/enroll-mfa'
import { PASSWORD } from '@/tests/kit/make-user'
import { sessionsOnKnownDevices } from '@/tests/kit/remember-device'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { purgeTwoStepData } from '@/lib/identity/identity.jobs'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

it('an active second factor is not replaced, even if every earlier check passed', async () => {
  const user = await enrolledUser()
  const addition = { userId: user.id, sessionStartedAt: NOW, now: NOW }
  const by = { ...addition, secretSealed: Buffer.alloc(53), step: 0 }
  expect(await inTransaction((tx) => enableFactor(tx, by))).toBe(false)
  expect(await signInWith(user.email, user.codeAt(2), 2)).toMatchObject({ ok: true })
})

it('a session that has ended neither turns it off nor renews recovery codes, and its code stays unused', async () => {
  const user = await enrolledUser()
  const end = { userId: user.id, reason: 'revoked_by_owner' } as const
  await inTransaction((tx) => revokeSessionsOf(tx, end, atStep(1)))
  const [actions, mails] = [await actionsOf(user.id), await mailsTo(user.id)]
  const codes = () => db().recoveryCode.findMany({ where: { userId: user.id } })
  const before = await codes()
  const [code, ctx] = [user.codeAt(2), atStep(2)]
  const revoked = { refusal: { code: 'session_revoked' } }
  const disabling = disableMfa({ code, password: PASSWORD }, user.principal, ctx)
  await expect(disabling).rejects.toMatchObject(revoked)
  await expect(renewRecoveryCodes({ code }, user.principal, ctx)).rejects.toMatchObject(revoked)
  expect(await enabledAt(user.id)).toEqual(NOW)
  expect(await codes()).toEqual(before)
  expect(await actionsOf(user.id)).toEqual(actions)
  expect(await mailsTo(user.id)).toEqual(mails)
  expect(await signInWith(user.email, code, 2)).toMatchObject({ ok: true })
})

describe('turning off two-step verification', () => {
  it('requires the password and a code, and afterwards signing in takes one step', async () => {
    const user = await enrolledUser()
    const other = await otherSession(user)
    expect(await disableMfa({ code: user.codeAt(4) }, user.principal, atStep(4))).toMatchObject({
      code: 'validation_failed',
    })
    expect(
      await disableMfa({ code: user.codeAt(4), password: 'wrong' }, user.principal, atStep(4)),
    ).toMatchObject({ code: 'invalid_credentials' })
    expect(
      await disableMfa(
        { code: wrongCode(user.codeAt, 4), password: PASSWORD },
        user.principal,
        atStep(4),
      ),
    ).toMatchObject({ code: 'invalid_mfa_code' })
    expect(await enabledAt(user.id)).toEqual(NOW)
    expect(await aliveOf(user.id)).toEqual(
      expect.arrayContaining([other, user.principal.sessionId]),
    )
    // The code that came with an incorrect password was not checked, so it is not used up.
    expect(
      await disableMfa({ code: user.codeAt(4), password: PASSWORD }, user.principal, atStep(4)),
    ).toEqual({
      ok: true,
    })
    expect(await enabledAt(user.id)).toBeNull()
    expect(await aliveOf(user.id)).toEqual([user.principal.sessionId])
    const where = { userId: user.id }
    expect(await db().mfaFactor.count({ where })).toBe(0)
    expect(await db().recoveryCode.count({ where })).toBe(0)
    expect(await sessionsOnKnownDevices(user.id)).toEqual([user.principal.sessionId])
    expect(await login({ email: user.email, password: PASSWORD }, atStep(5))).toMatchObject({
      ok: true,
      session: {},
    })
    expect(await mailsTo(user.id)).toContain('mfa_disabled')
    expect(await actionsOf(user.id)).toEqual(
      expect.arrayContaining(['mfa.disable_refused', 'mfa.disabled']),
    )
  })

  it('accepts a recovery code; is refused when two-step verification is off', async () => {
    const user = await enrolledUser()
    const input = { code: user.recoveryCodes[9]!, password: PASSWORD }
    expect(await disableMfa(input, user.principal, atStep(1))).toEqual({ ok: true })
    expect(await disableMfa(input, user.principal, atStep(1))).toMatchObject({
      code: 'mfa_not_enabled',
    })
    const again = await setupMfa({ password: PASSWORD }, user.principal, atStep(1))
    expect(again).toMatchObject({ ok: true })
    expect(again.ok && again.secret).not.toBe(user.base32)
  })

  it('requires the code and a recent sign-in if the account has no password', async () => {
    const user = await enrolledUser()
    await db().user.update({ where: { id: user.id }, data: { passwordHash: null } })
    const input = { code: user.codeAt(20) }
    await expectUntried(user, (code) => disableMfa({ code }, user.principal, atStep(20)))
    const recent = { ...user.principal, authTime: atStep(19).now }
    expect(await disableMfa(input, recent, atStep(20))).toEqual({ ok: true })
  })
})

describe('recovery codes', () => {
  it('are replaced after a code, and the old ones are invalid', async () => {
    const user = await enrolledUser()
    expect(
      await renewRecoveryCodes({ code: wrongCode(user.codeAt, 1) }, user.principal, atStep(1)),
    ).toMatchObject({ code: 'invalid_mfa_code' })
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(10)
    const renewed = await renewRecoveryCodes({ code: user.codeAt(1) }, user.principal, atStep(1))
    if (!renewed.ok) throw new Error(renewed.code)
    expect(renewed.recoveryCodes.filter((code) => user.recoveryCodes.includes(code))).toEqual([])
    for (const code of user.recoveryCodes.slice(0, 2))
      expect(await signInWith(user.email, code, 2)).toMatchObject({ code: 'invalid_mfa_code' })
    expect(await signInWith(user.email, renewed.recoveryCodes[0]!, 2)).toMatchObject({ ok: true })
    expect(await mailsTo(user.id)).toContain('recovery_codes_renewed')
    const off = await freshUser()
    expect(await renewRecoveryCodes({ code: '123456' }, off.principal, atStep(1))).toMatchObject({
      code: 'mfa_not_enabled',
    })
  })
})

describe('recovery codes on the page, in a session that signed in more than ten minutes ago', () => {
  const onPage = atStep(20, { surface: 'web' })

  it.each([true, false])('are replaced only after proof (password: %s)', async (hasPassword) => {
    const user = await enrolledUser()
    if (!hasPassword)
      await db().user.update({ where: { id: user.id }, data: { passwordHash: null } })
    await expectUntried(user, (code) => renewRecoveryCodes({ code }, user.principal, onPage))
    expect(await mailsTo(user.id)).not.toContain('recovery_codes_renewed')
    const input = { code: user.codeAt(20), password: hasPassword ? PASSWORD : undefined }
    const { principal } = user
    const by = hasPassword ? principal : { ...principal, authTime: atStep(19).now }
    expect(await renewRecoveryCodes(input, by, onPage)).toMatchObject({ ok: true })
  })

  it('are not replaced with an incorrect password, which is recorded', async () => {
    const user = await enrolledUser()
    const input = { code: wrongCode(user.codeAt, 20), password: 'wrong' }
    expect(await renewRecoveryCodes(input, user.principal, onPage)).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await failuresOf(user.id)).toBe(0)
    expect(await actionsOf(user.id)).toContain('mfa.renewal_refused')
  })
})

it('the security page shows what is on, what is pending, and how many codes are left', async () => {
  const user = await pendingUser()
  expect(await findMfaState(user.principal, NOW)).toMatchObject({
    enabled: false,
    enabledAt: null,
    hasPassword: true,
    pending: { secret: user.base32, expiresAt: addSeconds(NOW, 600) },
  })
  expect(await findMfaState(user.principal, addSeconds(NOW, 600))).toMatchObject({ pending: null })
  const on = await enrolledUser()
  await signInWith(on.email, on.recoveryCodes[0]!, 1)
  expect(await findMfaState(on.principal, NOW)).toEqual({
    enabled: true,
    enabledAt: NOW,
    codesLeft: 9,
    pending: null,
    hasPassword: true,
  })
})

it('nothing stored or audited reveals a secret, a code or a challenge', async () => {
  const user = await enrolledUser()
  const waiting = await pendingUser()
  const challenge = await challengeFor(user.email, atStep(1))
  await signInWith(user.email, user.recoveryCodes[0]!, 1)
  await signInWith(user.email, user.codeAt(2), 2)
  const tables = [
    'mfa_factors',
    'mfa_enrolments',
    'recovery_codes',
    'mfa_challenges',
    'audit_records',
    'jobs',
  ]
  const rows = await Promise.all(
    tables.map((table) =>
      db().$queryRawUnsafe(`SELECT row_to_json(t)::text AS text FROM ${table} t`),
    ),
  )
  const dump = JSON.stringify(rows).toLowerCase()
  const plain = (text: string) => text.replaceAll('-', '').toLowerCase()
  const shown = [
    user.base32,
    waiting.base32,
    challenge,
    ...user.recoveryCodes.flatMap((c) => [c, plain(c)]),
  ]
  const bytes = [user.base32, waiting.base32].map((text) =>
    Buffer.from(new ScureBase32Plugin().decode(text)).toString('hex'),
  )
  // Byte columns are dumped in hexadecimal.
  const hex = shown.map((text) => Buffer.from(text).toString('hex'))
  for (const secret of [...shown, ...hex, ...bytes])
    expect(dump).not.toContain(secret.toLowerCase())
  for (const code of [user.codeAt(0), user.codeAt(2)]) expect(dump).not.toContain(`"${code}"`)
})

it('expired challenges and enrollments are deleted', async () => {
  const user = await enrolledUser()
  await challengeFor(user.email)
  const waiting = await pendingUser()
  await purgeTwoStepData.run(addSeconds(NOW, 299))
  expect(await db().mfaChallenge.count({ where: { userId: user.id } })).toBe(1)
  expect(await db().mfaEnrollment.count({ where: { userId: waiting.id } })).toBe(1)
  await purgeTwoStepData.run(addSeconds(NOW, 600))
  expect(await db().mfaChallenge.count({ where: { userId: user.id } })).toBe(0)
  expect(await db().mfaEnrollment.count({ where: { userId: waiting.id } })).toBe(0)
})

it('an account taken over by the owner of its address keeps nothing of its second factor', async () => {
  const user = await enrolledUser()
  await challengeFor(user.email)
  await inTransaction((tx) => eraseFactors(tx, user.id))
  expect(await enabledAt(user.id)).toBeNull()
  for (const count of await Promise.all([
    db().mfaFactor.count({ where: { userId: user.id } }),
    db().recoveryCode.count({ where: { userId: user.id } }),
    db().mfaChallenge.count({ where: { userId: user.id } }),
  ]))
    expect(count).toBe(0)
})

/** A second session of a user with a second factor. */
async function otherSession(user: Awaited<ReturnType<typeof enrolledUser>>): Promise<string> {
  const result = await signInWith(user.email, user.codeAt(2), 2)
  if (!result.ok) throw new Error(result.code)
  return result.session.sessionId
}

const failuresOf = async (userId: string) =>
  (await db().mfaFactor.findUniqueOrThrow({ where: { userId } })).failures

/** Without proof, an incorrect code is not even counted, and a correct one changes nothing. */
async function expectUntried(
  { id, codeAt }: Awaited<ReturnType<typeof enrolledUser>>,
  attempt: (code: string) => Promise<unknown>,
): Promise<void> {
  const codes = () =>
    db().recoveryCode.findMany({ where: { userId: id }, orderBy: { codeHash: 'asc' } })
  const before = await codes()
  for (const code of [wrongCode(codeAt, 20), codeAt(20)])
    expect(await attempt(code)).toMatchObject({ ok: false, code: 'reauthentication_required' })
  expect(await failuresOf(id)).toBe(0)
  expect(await codes()).toEqual(before)
  expect(await enabledAt(id)).toEqual(NOW)
}
