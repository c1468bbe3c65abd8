import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { findMfaState } from '@/lib/identity/mfa/mfa-state'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import {
  actionsOf,
  aliveOf,
  atStep,
  codeOf,
  enabledAt,
  enrolledUser,
  freshUser,
  mailsTo,
  NOW,
  pendingUser,
  signedInPrincipal,
  signInWith,
  wrongCode,
} from '@/tests/kit/enroll-mfa'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

describe('setting up two-step verification', () => {
  it('shows a secret of 160 bits in the forms that authenticator apps accept, and turns nothing on', async () => {
    const { id, email, principal } = await freshUser()
    const begun = await setupMfa({ password: PASSWORD }, principal, atStep(0))
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
    expect(await login({ email, password: PASSWORD }, atStep(0))).toMatchObject({
      ok: true,
      session: {},
    })
  })

  it('requires the password; guesses lock the device of the session, not the account', async () => {
    const { id, email, principal } = await freshUser()
    expect(await setupMfa({}, principal, atStep(0))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/password', code: 'required' }],
    })
    for (let i = 0; i < 5; i++)
      expect(await setupMfa({ password: 'wrong' }, principal, atStep(0))).toEqual({
        ok: false,
        code: 'invalid_credentials',
      })
    expect(await setupMfa({ password: PASSWORD }, principal, atStep(0))).toMatchObject({
      code: 'account_locked',
    })
    expect(await login({ email, password: PASSWORD }, atStep(0))).toMatchObject({ ok: true })
    expect(await db().mfaEnrollment.count({ where: { userId: id } })).toBe(0)
    expect(await actionsOf(id)).toContain('mfa.setup_refused')
  })

  it('requires a sign-in within ten minutes if the account has no password', async () => {
    const { id, principal } = await freshUser()
    await db().user.update({ where: { id }, data: { passwordHash: null } })
    expect(await setupMfa({}, principal, atStep(20))).toEqual({
      ok: false,
      code: 'reauthentication_required',
      maxAgeSeconds: 600,
    })
    expect(await setupMfa({}, principal, atStep(19))).toMatchObject({ ok: true })
  })

  it('replaces a pending secret, and is refused while two-step verification is on', async () => {
    const user = await pendingUser()
    const again = await setupMfa({ password: PASSWORD }, user.principal, atStep(1))
    expect(again).toMatchObject({ ok: true })
    expect(
      await enableMfa({ code: codeOf(user.base32, 1) }, user.principal, atStep(1)),
    ).toMatchObject({
      code: 'invalid_mfa_code',
    })
    const enrolled = await enrolledUser()
    expect(await setupMfa({ password: PASSWORD }, enrolled.principal, atStep(1))).toEqual({
      ok: false,
      code: 'mfa_already_enabled',
    })
    expect(await db().mfaEnrollment.count({ where: { userId: enrolled.id } })).toBe(0)
    expect(await signInWith(enrolled.email, enrolled.codeAt(2), 2)).toMatchObject({ ok: true })
  })
})

describe('a pending secret', () => {
  it('is neither shown to another session of the account nor enabled by it', async () => {
    const user = await pendingUser()
    const other = await signedInPrincipal(user.id)
    expect(await findMfaState(user.principal, NOW)).toMatchObject({
      pending: { secret: user.base32 },
    })
    expect((await findMfaState(other, NOW)).pending).toBeNull()
    const code = codeOf(user.base32, 0)
    expect(await enableMfa({ code }, other, atStep(0))).toEqual({
      ok: false,
      code: 'mfa_enrolment_missing',
    })
    expect(await enabledAt(user.id)).toBeNull()
    expect(
      await db().mfaEnrollment.findUniqueOrThrow({ where: { userId: user.id } }),
    ).toMatchObject({
      failures: 0,
    })
    expect(await enableMfa({ code }, user.principal, atStep(0))).toMatchObject({ ok: true })
  })

  it('is dropped when another session begins the setup', async () => {
    const user = await pendingUser()
    const other = await signedInPrincipal(user.id)
    expect(await setupMfa({ password: PASSWORD }, other, atStep(0))).toMatchObject({ ok: true })
    expect((await findMfaState(user.principal, NOW)).pending).toBeNull()
    expect((await findMfaState(other, NOW)).pending).not.toBeNull()
  })
})

describe('turning on two-step verification', () => {
  it('accepts the first code, returns ten recovery codes, signs out other sessions and notifies the owner', async () => {
    const user = await pendingUser()
    const other = await signedInPrincipal(user.id)
    const enabled = await enableMfa({ code: codeOf(user.base32, 0) }, user.principal, atStep(0))
    if (!enabled.ok) throw new Error(enabled.code)
    expect(new Set(enabled.recoveryCodes).size).toBe(10)
    expect(await enabledAt(user.id)).toEqual(NOW)
    expect(await aliveOf(user.id)).toEqual([user.principal.sessionId])
    const ended = await db().sessionFamily.findUniqueOrThrow({ where: { id: other.sessionId } })
    expect(ended.revokedReason).toBe('mfa_enabled')
    expect((await mailsTo(user.id)).sort()).toEqual(['mfa_enabled', 'new_sign_in'])
    expect(await actionsOf(user.id)).toEqual(
      expect.arrayContaining(['mfa.setup_begun', 'mfa.enabled']),
    )
    expect(await db().mfaEnrollment.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is refused without an enrollment, after ten minutes, and a second time', async () => {
    const { principal } = await freshUser()
    expect(await enableMfa({ code: '123456' }, principal, atStep(0))).toMatchObject({
      code: 'mfa_enrolment_missing',
    })
    const late = await pendingUser()
    expect(
      await enableMfa({ code: codeOf(late.base32, 20) }, late.principal, atStep(20)),
    ).toMatchObject({
      code: 'mfa_enrolment_missing',
    })
    expect(await enabledAt(late.id)).toBeNull()
    const on = await enrolledUser()
    expect(await enableMfa({ code: on.codeAt(1) }, on.principal, atStep(1))).toMatchObject({
      code: 'mfa_already_enabled',
    })
  })

  it('is refused with an incorrect code; the tenth ends the enrollment', async () => {
    const user = await pendingUser()
    const code = wrongCode((steps) => codeOf(user.base32, steps), 0)
    for (let i = 0; i < 10; i++)
      expect(
        await enableMfa({ code: i % 2 ? code : 'abc' }, user.principal, atStep(0)),
      ).toMatchObject({
        code: 'invalid_mfa_code',
      })
    expect(
      await enableMfa({ code: codeOf(user.base32, 0) }, user.principal, atStep(0)),
    ).toMatchObject({
      code: 'mfa_enrolment_missing',
    })
    expect(await enabledAt(user.id)).toBeNull()
    expect(await mailsTo(user.id)).toEqual([])
  })

  it('is refused for an account that was deactivated in the meantime', async () => {
    const user = await pendingUser()
    await db().user.update({ where: { id: user.id }, data: { status: 'deactivated' } })
    const result = await enableMfa({ code: codeOf(user.base32, 0) }, user.principal, atStep(0))
    expect(result.ok).toBe(false)
    expect(await enabledAt(user.id)).toBeNull()
    expect(await db().mfaFactor.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is refused to a session that ended after the request was authorized', async () => {
    const { id, principal, base32 } = await pendingUser()
    await inTransaction((tx) =>
      revokeSessionsOf(tx, { userId: id, reason: 'password_reset' }, atStep(0)),
    )
    expect(await enableMfa({ code: codeOf(base32, 0) }, principal, atStep(0))).toEqual({
      ok: false,
      code: 'session_revoked',
    })
    expect(await enabledAt(id)).toBeNull()
    expect(await db().recoveryCode.count({ where: { userId: id } })).toBe(0)
  })
})
