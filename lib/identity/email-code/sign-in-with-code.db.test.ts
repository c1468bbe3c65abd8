import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { findCredentials } from '@/lib/accounts/user.store'
import {
  signInWithEmailCode,
  signInWithEmailLink,
} from '@/lib/identity/email-code/sign-in-with-code'
import { startPasskeyCreation } from '@/lib/identity/passkeys/passkey-options'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { login } from '@/lib/identity/sign-in/login'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { checkOwner, findPasswordMethod } from '@/lib/identity/sign-in/reauthenticate'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { atStart, CODES_ON, guess, otherThan, useEmailCodes } from '@/tests/kit/email-codes'
import {
  aliveOf,
  atStep,
  enrolledUser,
  signedInPrincipal,
  trustingUser,
} from '@/tests/kit/enroll-mfa'
import { START } from '@/tests/kit/mail-queue'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const codes = useEmailCodes()
beforeAll(() => syncCatalog(new Date()))

const REFUSED = { ok: false, code: 'invalid_email_code' }
const refusals = async (targetId: string | null) =>
  (
    await db().auditRecord.findMany({
      where: { targetId, action: 'session.refused' },
      orderBy: { id: 'asc' },
    })
  ).map(({ details }) => details as { factor: string; reason: string })
const factorsOf = async (userId: string) =>
  (await db().sessionFamily.findMany({ where: { userId } })).map(({ amr }) => amr)

describe('an emailed code', () => {
  it('signs in as one factor, once, and leads on to where the user was going', async () => {
    const { id, email } = await makeUser()
    const { secret, code } = await codes.asked(email, atStart(), '/dashboard/account')
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const used = await signInWithEmailCode({ secret, code: spaced }, atStart())
    expect(used).toMatchObject({
      ok: true,
      nextPath: '/dashboard/account',
      signIn: { session: { user: { email } } },
    })
    expect(await factorsOf(id)).toEqual([['otp']])
    expect(await signInWithEmailCode({ secret, code }, atStart())).toEqual(
      expect.objectContaining(REFUSED),
    )
    expect(await aliveOf(id)).toHaveLength(1)
    expect(await refusals(id)).toEqual([{ surface: 'web', factor: 'otp', reason: 'used' }])
  })

  it('signs in through the API with the token of the request', async () => {
    const { id, email } = await makeUser()
    const api = atStart({ surface: 'api' })
    const asked = await codes.asked(email, api)
    expect(await signInWithEmailCode(asked, api)).toMatchObject({ ok: true })
    expect(await aliveOf(id)).toHaveLength(1)
  })

  it('signs in after the encryption key was replaced', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    const present = { SMTP_URL: codes.receiver().url, ...CODES_ON }
    useSettings({
      ...present,
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
      AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    })
    await guess(asked, 1)
    expect(await refusals(id)).toMatchObject([{ reason: 'wrong' }])
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject({ ok: true })
    useSettings(present)
  })

  it('is worth nothing on another device or surface, and stays valid', async () => {
    const { id, email } = await makeUser()
    const { secret, code } = await codes.asked(email)
    const stranger = await codes.ask(`${newId()}@example.org`)
    const row = () => db().signInCode.findFirst({ where: { email } })
    const before = await row()
    expect(await signInWithEmailCode({ secret: stranger, code }, atStart())).toMatchObject(REFUSED)
    expect(await signInWithEmailCode({ secret: 'short', code }, atStart())).toMatchObject(REFUSED)
    const api = atStart({ surface: 'api' })
    expect(await signInWithEmailCode({ secret, code }, api)).toMatchObject(REFUSED)
    expect(await row()).toEqual(before)
    expect(await aliveOf(id)).toEqual([])
    expect(await signInWithEmailCode({ secret, code }, atStart())).toMatchObject({ ok: true })
  })

  it('is dead after five incorrect ones, with the same answer for the correct one', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    await guess(asked, 5)
    const wrong = { ...asked, code: otherThan(asked.code) }
    const late = await signInWithEmailCode(asked, atStart())
    expect(late).toMatchObject(REFUSED)
    expect(await signInWithEmailCode(wrong, atStart())).toEqual(late)
    expect(await aliveOf(id)).toEqual([])
    expect(await db().signInCode.findFirst({ where: { email } })).toMatchObject({ tries: 5 })
    const reasons = (await refusals(id)).map(({ reason }) => reason)
    expect(reasons).toEqual([...Array<string>(5).fill('wrong'), 'too_many_tries', 'too_many_tries'])
  })

  it('works for ten minutes', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    const after = (seconds: number) => atStart({ now: addSeconds(START, seconds) })
    expect(await signInWithEmailCode(asked, after(600))).toMatchObject(REFUSED)
    expect(await aliveOf(id)).toEqual([])
    expect(await signInWithEmailCode(asked, after(599))).toMatchObject({ ok: true })
  })

  it('works with the secret of its own request only, also after another request', async () => {
    const { email } = await makeUser()
    const first = await codes.asked(email)
    let second = await codes.asked(email)
    if (second.code === first.code) second = await codes.asked(email)
    const mixed = { secret: second.secret, code: first.code }
    expect(await signInWithEmailCode(mixed, atStart())).toMatchObject(REFUSED)
    for (const asked of [second, first])
      expect(await signInWithEmailCode(asked, atStart())).toMatchObject({ ok: true })
  })
})

describe('an account with two-step verification', () => {
  it('gets the second step, no session: a mailbox is one factor', async () => {
    const user = await enrolledUser()
    const before = await aliveOf(user.id)
    const ctx = atStep(1, { surface: 'web' })
    const asked = await codes.asked(user.email, ctx)
    const first = await signInWithEmailCode(asked, ctx)
    if (!first.ok || !('challenge' in first.signIn)) throw new Error('no second step')
    expect(await aliveOf(user.id)).toEqual(before)
    const { mfaToken } = first.signIn.challenge
    const second = await completeSecondStep({ mfaToken, code: user.codeAt(1) }, ctx)
    if (!second.ok) throw new Error(second.code)
    const { sessionId } = second.session
    expect(await db().sessionFamily.findUnique({ where: { id: sessionId } })).toMatchObject({
      amr: ['otp', 'mfa'],
    })
  })

  it('gets it also in a browser that it trusts: the trust still needs the password', async () => {
    const user = await trustingUser()
    const ctx = user.inBrowser(2)
    const before = await aliveOf(user.id)
    const byCode = await signInWithEmailCode(await codes.asked(user.email, ctx), ctx)
    const { secret, token } = await codes.asked(user.email, ctx)
    const byLink = await signInWithEmailLink({ secret, token }, ctx)
    for (const first of [byCode, byLink])
      expect(first).toMatchObject({ ok: true, signIn: { challenge: {} } })
    expect(await aliveOf(user.id)).toEqual(before)
    const byPassword = await login({ email: user.email, password: PASSWORD }, ctx)
    expect(byPassword).toMatchObject({ ok: true, session: {} })
  })
})

describe('a code that was sent', () => {
  it.each([
    ['was deactivated', { status: 'deactivated' }],
    ['was deleted', { status: 'deleted' }],
    ['got another address', { email: `${newId()}@example.org` }],
    ['lost the confirmation of its address', { emailVerifiedAt: null }],
  ] as const)('opens nothing after the account %s', async (_, data) => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    await db().user.update({ where: { id }, data })
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject(REFUSED)
    expect(await aliveOf(id)).toEqual([])
    expect((await refusals(id)).map(({ reason }) => reason)).toEqual(['account_disabled'])
  })

  it('is not for the account that has the address now', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    await db().user.update({ where: { id }, data: { email: `${newId()}@example.org` } })
    const next = await makeUser({ email })
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject(REFUSED)
    expect([...(await aliveOf(id)), ...(await aliveOf(next.id))]).toEqual([])
  })

  it('ends with a password change', async () => {
    const { id, email } = await makeUser()
    const principal = await signedInPrincipal(id, atStart())
    const asked = await codes.asked(email)
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery staple' }
    expect(await changePassword(change, principal, atStart())).toMatchObject({ ok: true })
    const before = await aliveOf(id)
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject(REFUSED)
    expect(await aliveOf(id)).toEqual(before)
  })
})

describe('the session of a code', () => {
  /** A session of that user, opened with a code. */
  async function openedWithCode({ id, email }: { id: string; email: string }) {
    const used = await signInWithEmailCode(await codes.asked(email), atStart())
    if (!used.ok || !('session' in used.signIn)) throw new Error('no session')
    const { sessionId } = used.signIn.session
    return { ...(await signedInPrincipal(id, atStart())), sessionId }
  }
  const provesOwner = async (principal: SessionPrincipal) => {
    const user = (await findCredentials(db(), principal.userId))!
    const proof = { password: undefined, refusedAction: 'user.deletion_refused' } as const
    return checkOwner(user, proof, principal, atStart())
  }

  it('does not replace the password before sensitive changes', async () => {
    const principal = await openedWithCode(await makeUser())
    expect(await provesOwner(principal)).toMatchObject({ code: 'validation_failed' })
  })

  it('does not replace it by adding a passkey first, which asks for the password too', async () => {
    const principal = await openedWithCode(await makeUser())
    const { userId } = principal
    expect(await findPasswordMethod(principal, START)).toBe('password')
    expect(await startPasskeyCreation({}, principal, atStart())).toMatchObject({
      code: 'reauthentication_required',
    })
    expect(await db().passkeyChallenge.count({ where: { userId } })).toBe(0)
    const password = await startPasskeyCreation({ password: PASSWORD }, principal, atStart())
    expect(password).toMatchObject({ ok: true })
  })

  it('adds a passkey to an account without a password', async () => {
    const principal = await openedWithCode(await makeUser())
    const where = { id: principal.userId }
    await db().user.update({ where, data: { passwordHash: null, passwordChangedAt: null } })
    expect(await findPasswordMethod(principal, START)).toBe('recent')
    expect(await startPasskeyCreation({}, principal, atStart())).toMatchObject({ ok: true })
  })
})

describe('incorrect codes', () => {
  it('from strangers lock out neither the password nor the next code of the owner', async () => {
    const { email } = await makeUser()
    const stranger = atStart({ ip: '198.51.100.7' })
    for (let i = 0; i < 3; i++) await guess(await codes.asked(email, stranger), 5, stranger)
    expect(await login({ email, password: PASSWORD }, atStart())).toMatchObject({ ok: true })
    expect(await signInWithEmailCode(await codes.asked(email), atStart())).toMatchObject({
      ok: true,
    })
  })

  it('lock the network that they come from, also for correct ones', async () => {
    useSettings({
      SMTP_URL: codes.receiver().url,
      ...CODES_ON,
      AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '5',
    })
    const { id, email } = await makeUser()
    const stranger = atStart({ ip: '198.51.100.8' })
    const owner = atStart({ ip: '198.51.100.9' })
    await guess(await codes.asked(email, stranger), 5, stranger)
    const next = await codes.asked(email, stranger)
    expect(await signInWithEmailCode(next, stranger)).toMatchObject({
      code: 'account_locked',
      lockedBy: 'network',
    })
    expect(await aliveOf(id)).toEqual([])
    expect(await signInWithEmailCode(await codes.asked(email), owner)).toMatchObject({
      ok: true,
    })
    useSettings({ SMTP_URL: codes.receiver().url, ...CODES_ON })
  })
})
