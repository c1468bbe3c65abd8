import { beforeAll, describe, expect, it } from 'vitest'
import { ScureBase32Plugin } from 'otplib'
import { disableMfa } from '@/lib/auth/disable-mfa'
import { enableMfa } from '@/lib/auth/enable-mfa'
import { findMfaState } from '@/lib/auth/find-mfa-state'
import { housekeeping } from '@/lib/auth/housekeeping'
import { login } from '@/lib/auth/login'
import { renewRecoveryCodes } from '@/lib/auth/renew-recovery-codes'
import { setupMfa } from '@/lib/auth/setup-mfa'
import { enableFactor, eraseFactors } from '@/lib/mfa/factor.store'
import { totpCode, totpStep } from '@/lib/mfa/match-totp'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import {
  atStep,
  challengeFor,
  enrolledUser,
  NOW,
  principalFor,
  signInWith,
  wrongCode,
} from '@/lib/testing/enrol-mfa'
import { makeUser, PASSWORD } from '@/lib/testing/make-user'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const password = PASSWORD
const codeOf = (base32: string, steps: number) =>
  totpCode(new ScureBase32Plugin().decode(base32), totpStep(NOW) + steps)
const aliveOf = async (userId: string) =>
  (await db().sessionFamily.findMany({ where: { userId, revokedAt: null } })).map(({ id }) => id)
const actionsOf = async (actorId: string) =>
  (await db().auditRecord.findMany({ where: { actorId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )
const mailsTo = async (userId: string) =>
  (await db().job.findMany({ where: { payload: { path: ['userId'], equals: userId } } })).map(
    ({ payload }) => (payload as { mail: string }).mail,
  )
const enabledAt = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).mfaEnabledAt
async function fresh() {
  const user = await makeUser()
  return { ...user, principal: await principalFor(user.id) }
}
async function pending() {
  const user = await fresh()
  const begun = await setupMfa({ password }, user.principal, atStep(0))
  if (!begun.ok) throw new Error(begun.code)
  return { ...user, base32: begun.secret }
}

describe('setting up', () => {
  it('shows a secret of 160 bits in the forms that authenticators take, and turns nothing on', async () => {
    const { id, email, principal } = await fresh()
    const begun = await setupMfa({ password }, principal, atStep(0))
    if (!begun.ok) throw new Error(begun.code)
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(begun.otpauthUrl)
    expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp')
    expect(decodeURIComponent(url.pathname)).toBe(`/Gatehouse:${email}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: begun.secret,
      issuer: 'Gatehouse',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(begun.qrSvg).toMatch(/^<svg [^>]*viewBox/)
    expect(begun.qrSvg).not.toContain('<script')
    expect(begun.expiresInSeconds).toBe(600)
    expect(await enabledAt(id)).toBeNull()
    expect(await login({ email, password }, atStep(0))).toMatchObject({ ok: true, session: {} })
  })

  it('wants the password; guesses are charged to the login guard', async () => {
    const { id, email, principal } = await fresh()
    expect(await setupMfa({}, principal, atStep(0))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/password', code: 'required' }],
    })
    for (let i = 0; i < 5; i++)
      expect(await setupMfa({ password: 'wrong' }, principal, atStep(0))).toEqual({
        ok: false,
        code: 'invalid_credentials',
      })
    expect(await setupMfa({ password }, principal, atStep(0))).toMatchObject({ code: 'account_locked' })
    expect(await login({ email, password }, atStep(0))).toMatchObject({ code: 'account_locked' })
    expect(await db().mfaEnrolment.count({ where: { userId: id } })).toBe(0)
    expect(await actionsOf(id)).toContain('mfa.setup_refused')
  })

  it('of an account without a password wants a sign-in of the last ten minutes', async () => {
    const { id, principal } = await fresh()
    await db().user.update({ where: { id }, data: { passwordHash: null } })
    expect(await setupMfa({}, principal, atStep(20))).toEqual({
      ok: false,
      code: 'reauthentication_required',
      maxAgeSeconds: 600,
    })
    expect(await setupMfa({}, principal, atStep(19))).toMatchObject({ ok: true })
  })

  it('replaces a pending secret, and is refused while a factor is on', async () => {
    const user = await pending()
    const again = await setupMfa({ password }, user.principal, atStep(1))
    expect(again).toMatchObject({ ok: true })
    expect(await enableMfa({ code: codeOf(user.base32, 1) }, user.principal, atStep(1))).toMatchObject({
      code: 'invalid_mfa_code',
    })
    const enrolled = await enrolledUser()
    expect(await setupMfa({ password }, enrolled.principal, atStep(1))).toEqual({
      ok: false,
      code: 'mfa_already_enabled',
    })
    expect(await db().mfaEnrolment.count({ where: { userId: enrolled.id } })).toBe(0)
    expect(await signInWith(enrolled.email, enrolled.codeAt(2), 2)).toMatchObject({ ok: true })
  })
})

describe('a pending secret', () => {
  it('is neither shown to another session of the account nor turned on by it', async () => {
    const user = await pending()
    const other = await principalFor(user.id)
    expect(await findMfaState(user.principal, NOW)).toMatchObject({ pending: { secret: user.base32 } })
    expect((await findMfaState(other, NOW)).pending).toBeNull()
    const code = codeOf(user.base32, 0)
    expect(await enableMfa({ code }, other, atStep(0))).toEqual({ ok: false, code: 'mfa_enrolment_missing' })
    expect(await enabledAt(user.id)).toBeNull()
    expect(await db().mfaEnrolment.findUniqueOrThrow({ where: { userId: user.id } })).toMatchObject({
      failures: 0,
    })
    expect(await enableMfa({ code }, user.principal, atStep(0))).toMatchObject({ ok: true })
  })

  it('goes with the session that begins anew', async () => {
    const user = await pending()
    const other = await principalFor(user.id)
    expect(await setupMfa({ password }, other, atStep(0))).toMatchObject({ ok: true })
    expect((await findMfaState(user.principal, NOW)).pending).toBeNull()
    expect((await findMfaState(other, NOW)).pending).not.toBeNull()
  })
})

describe('turning it on', () => {
  it('takes the first code, gives ten recovery codes, ends the other sessions and tells the owner', async () => {
    const user = await pending()
    const other = await principalFor(user.id)
    const enabled = await enableMfa({ code: codeOf(user.base32, 0) }, user.principal, atStep(0))
    if (!enabled.ok) throw new Error(enabled.code)
    expect(new Set(enabled.recoveryCodes).size).toBe(10)
    expect(await enabledAt(user.id)).toEqual(NOW)
    expect(await aliveOf(user.id)).toEqual([user.principal.sessionId])
    const ended = await db().sessionFamily.findUniqueOrThrow({ where: { id: other.sessionId } })
    expect(ended.revokedReason).toBe('mfa_enabled')
    expect(await mailsTo(user.id)).toEqual(['mfa_enabled'])
    expect(await actionsOf(user.id)).toEqual(expect.arrayContaining(['mfa.setup_begun', 'mfa.enabled']))
    expect(await db().mfaEnrolment.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is refused without an enrolment, after ten minutes, and a second time', async () => {
    const { principal } = await fresh()
    expect(await enableMfa({ code: '123456' }, principal, atStep(0))).toMatchObject({
      code: 'mfa_enrolment_missing',
    })
    const late = await pending()
    expect(await enableMfa({ code: codeOf(late.base32, 20) }, late.principal, atStep(20))).toMatchObject({
      code: 'mfa_enrolment_missing',
    })
    expect(await enabledAt(late.id)).toBeNull()
    const on = await enrolledUser()
    expect(await enableMfa({ code: on.codeAt(1) }, on.principal, atStep(1))).toMatchObject({
      code: 'mfa_already_enabled',
    })
  })

  it('is refused with a wrong code; the tenth ends the enrolment', async () => {
    const user = await pending()
    const code = wrongCode((steps) => codeOf(user.base32, steps), 0)
    for (let i = 0; i < 10; i++)
      expect(await enableMfa({ code: i % 2 ? code : 'abc' }, user.principal, atStep(0))).toMatchObject({
        code: 'invalid_mfa_code',
      })
    expect(await enableMfa({ code: codeOf(user.base32, 0) }, user.principal, atStep(0))).toMatchObject({
      code: 'mfa_enrolment_missing',
    })
    expect(await enabledAt(user.id)).toBeNull()
    expect(await mailsTo(user.id)).toEqual([])
  })

  it('is refused to an account that was deactivated meanwhile', async () => {
    const user = await pending()
    await db().user.update({ where: { id: user.id }, data: { status: 'deactivated' } })
    const result = await enableMfa({ code: codeOf(user.base32, 0) }, user.principal, atStep(0))
    expect(result.ok).toBe(false)
    expect(await enabledAt(user.id)).toBeNull()
    expect(await db().mfaFactor.count({ where: { userId: user.id } })).toBe(0)
  })
})

it('a factor that is on is not replaced, also by who got past every check before', async () => {
  const user = await enrolledUser()
  const by = { userId: user.id, secretSealed: Buffer.alloc(53), step: 0, now: NOW }
  expect(await inTransaction((tx) => enableFactor(tx, by))).toBe(false)
  expect(await signInWith(user.email, user.codeAt(2), 2)).toMatchObject({ ok: true })
})

describe('turning it off', () => {
  it('wants the password and a code, and then the sign-in has one step', async () => {
    const user = await enrolledUser()
    const other = await otherSession(user)
    expect(await disableMfa({ code: user.codeAt(4) }, user.principal, atStep(4))).toMatchObject({
      code: 'validation_failed',
    })
    expect(
      await disableMfa({ code: user.codeAt(4), password: 'wrong' }, user.principal, atStep(4)),
    ).toMatchObject({ code: 'invalid_credentials' })
    expect(
      await disableMfa({ code: wrongCode(user.codeAt, 4), password }, user.principal, atStep(4)),
    ).toMatchObject({ code: 'invalid_mfa_code' })
    expect(await enabledAt(user.id)).toEqual(NOW)
    expect(await aliveOf(user.id)).toEqual(expect.arrayContaining([other, user.principal.sessionId]))
    // The code that came with a wrong password was not used up: it had not been looked at.
    expect(await disableMfa({ code: user.codeAt(4), password }, user.principal, atStep(4))).toEqual({
      ok: true,
    })
    expect(await enabledAt(user.id)).toBeNull()
    expect(await aliveOf(user.id)).toEqual([user.principal.sessionId])
    const where = { userId: user.id }
    expect(await db().mfaFactor.count({ where })).toBe(0)
    expect(await db().recoveryCode.count({ where })).toBe(0)
    expect(await db().knownDevice.count({ where })).toBe(0)
    expect(await login({ email: user.email, password }, atStep(5))).toMatchObject({ ok: true, session: {} })
    expect(await mailsTo(user.id)).toContain('mfa_disabled')
    expect(await actionsOf(user.id)).toEqual(expect.arrayContaining(['mfa.disable_refused', 'mfa.disabled']))
  })

  it('takes a recovery code for the code; is refused when nothing is on', async () => {
    const user = await enrolledUser()
    const input = { code: user.recoveryCodes[9]!, password }
    expect(await disableMfa(input, user.principal, atStep(1))).toEqual({ ok: true })
    expect(await disableMfa(input, user.principal, atStep(1))).toMatchObject({ code: 'mfa_not_enabled' })
    const again = await setupMfa({ password }, user.principal, atStep(1))
    expect(again).toMatchObject({ ok: true })
    expect(again.ok && again.secret).not.toBe(user.base32)
  })

  it('of an account without a password wants the code alone', async () => {
    const user = await enrolledUser()
    await db().user.update({ where: { id: user.id }, data: { passwordHash: null } })
    expect(await disableMfa({ code: user.codeAt(1) }, user.principal, atStep(1))).toEqual({ ok: true })
  })
})

describe('recovery codes', () => {
  it('are replaced after a code, and the old ones are dead', async () => {
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
    const off = await fresh()
    expect(await renewRecoveryCodes({ code: '123456' }, off.principal, atStep(1))).toMatchObject({
      code: 'mfa_not_enabled',
    })
  })
})

it('the security page learns what is on, what is pending, and how many codes are left', async () => {
  const user = await pending()
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

it('nothing that is stored or recorded shows a secret, a code or a challenge', async () => {
  const user = await enrolledUser()
  const waiting = await pending()
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
    tables.map((table) => db().$queryRawUnsafe(`SELECT row_to_json(t)::text AS text FROM ${table} t`)),
  )
  const dump = JSON.stringify(rows).toLowerCase()
  const plain = (text: string) => text.replaceAll('-', '').toLowerCase()
  const shown = [user.base32, waiting.base32, challenge, ...user.recoveryCodes.flatMap((c) => [c, plain(c)])]
  const bytes = [user.base32, waiting.base32].map((text) =>
    Buffer.from(new ScureBase32Plugin().decode(text)).toString('hex'),
  )
  // Columns of bytes are dumped in hexadecimal.
  const hex = shown.map((text) => Buffer.from(text).toString('hex'))
  for (const secret of [...shown, ...hex, ...bytes]) expect(dump).not.toContain(secret.toLowerCase())
  for (const code of [user.codeAt(0), user.codeAt(2)]) expect(dump).not.toContain(`"${code}"`)
})

it('what has run out is deleted', async () => {
  const user = await enrolledUser()
  await challengeFor(user.email)
  const waiting = await pending()
  const purge = housekeeping.find(({ name }) => name === 'purge-second-steps')!
  await purge.run(addSeconds(NOW, 299))
  expect(await db().mfaChallenge.count({ where: { userId: user.id } })).toBe(1)
  expect(await db().mfaEnrolment.count({ where: { userId: waiting.id } })).toBe(1)
  await purge.run(addSeconds(NOW, 600))
  expect(await db().mfaChallenge.count({ where: { userId: user.id } })).toBe(0)
  expect(await db().mfaEnrolment.count({ where: { userId: waiting.id } })).toBe(0)
})

it('an account that is taken over by the owner of its address keeps nothing of a factor', async () => {
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

/** A second session of somebody with a factor. */
async function otherSession(user: Awaited<ReturnType<typeof enrolledUser>>): Promise<string> {
  const result = await signInWith(user.email, user.codeAt(2), 2)
  if (!result.ok) throw new Error(result.code)
  return result.session.sessionId
}
