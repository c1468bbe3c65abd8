import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { inspectMailedLink } from '@/lib/identity/registration/email-links'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { disownSession, inspectDisownLink } from '@/lib/identity/sessions/disown-session'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const { linkToken, mails, work } = useMailQueue()
beforeAll(() => syncCatalog(START))

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const NEW_PASSWORD = 'a quite different passphrase'
const DAY = 86_400
const at = (seconds: number) => testContext({ now: later(seconds), userAgent: FIREFOX })
const DEAD = { ok: false, code: 'invalid_or_expired_token' }

/** A user, their own session, that of an intruder, and the token of the link mailed about it. */
async function intruded() {
  const user = await makeUser()
  const own = await makeSession(user.id, at(-60))
  const intruder = await makeSession(user.id, at(0))
  await work()
  return { ...user, own, intruder, token: linkToken() }
}

const disown = (token: string, seconds = 60) => disownSession({ token }, at(seconds))

function resetTokenOf(disowned: Awaited<ReturnType<typeof disownSession>>): string {
  if (!disowned.ok || !disowned.resetToken) throw new Error('no reset was begun')
  return disowned.resetToken
}
const isAlive = async ({ accessToken }: IssuedSession, seconds = 61) =>
  (await authenticate({ accessToken, surface: 'api', presentedByClient: true }, later(seconds))).ok

const recordsOf = (where: { actorId?: string; outcome?: 'refused'; occurredAt?: Date }) =>
  db().auditRecord.findMany({ where: { action: 'session.disowned', ...where } })

/** Everything that a link could change about a user. */
async function stateOf(userId: string) {
  const where = { userId }
  return {
    sessions: await db().sessionFamily.findMany({ where, orderBy: { id: 'asc' } }),
    devices: await db().knownDevice.findMany({ where, orderBy: { createdAt: 'asc' } }),
    tokens: await db().emailToken.findMany({ where, orderBy: { createdAt: 'asc' } }),
    inbox: await db().inboxItem.findMany({ where, orderBy: { id: 'asc' } }),
    passkeys: await db().passkey.count({ where }),
    identities: await db().account.count({ where }),
    keys: await db().apiKey.count({ where: { ...where, revokedAt: null } }),
    factors: await db().mfaFactor.count({ where }),
    records: await db().auditRecord.count({ where: { actorId: userId } }),
  }
}

describe('a sign-in from a new device', () => {
  it('is emailed with its time, address, and device, and a link that ends it', async () => {
    const user = await intruded()
    expect(mails()).toHaveLength(1)
    const { envelope, message } = mails()[0]!
    const { subject, text } = message
    expect(envelope.to).toEqual([user.email])
    expect(subject).toBe('Someone signed in to your account from a new device')
    expect(text).toMatch(/Nov 21, 2026, 12:00 UTC[\s\S]*192\.0\.2\.1[\s\S]*Firefox, Linux/)
    expect(text).toContain(`https://login.example/auth/not-me?token=${user.token}`)
    expect(text).toContain('expires in 7 days')
  })

  it('is not emailed for a known device, for the first sign-in, or within an hour of the same one', async () => {
    const { id, own } = await intruded()
    const known = { userId: id, amr: ['pwd'], knownDevice: true }
    await establishSession(db(), { ...at(1), deviceToken: own.deviceToken }, known)
    await makeSession(id, at(3599))
    await work(later(3599))
    expect(mails()).toHaveLength(1)
  })

  it('is emailed again an hour later, though the notice is still unread', async () => {
    const { id, token } = await intruded()
    const again = await makeSession(id, at(3600))
    await work(later(3600))
    expect(mails()).toHaveLength(2)
    expect(await db().inboxItem.findMany({ where: { userId: id } })).toMatchObject([
      { id: again.sessionId },
    ])
    expect(mails()[1]!.message.text).not.toContain(token)
  })

  it('is emailed for an account whose earlier sessions were deleted long ago', async () => {
    const { id } = await makeUser()
    await makeSession(id, at(-60))
    await db().sessionFamily.deleteMany({ where: { userId: id } })
    await db().knownDevice.deleteMany({ where: { userId: id } })
    await makeSession(id, at(0))
    await work()
    expect(mails()).toHaveLength(1)
  })

  it('is not emailed if its transaction rolls back', async () => {
    const { id } = await makeUser()
    await makeSession(id, at(-60))
    const undone = inTransaction(async (tx) => {
      await establishSession(tx, at(0), { userId: id, amr: ['pwd'], knownDevice: false })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await db().job.count()).toBe(0)
  })

  it('is emailed five times an hour at most', async () => {
    const { id } = await makeUser()
    for (let i = 0; i < 8; i++) await makeSession(id, { ...at(i), ip: `192.0.2.${i}` })
    await work(later(10))
    expect(mails()).toHaveLength(5)
  })
})

describe('“This wasn’t me”', () => {
  it('does nothing when the link is only opened, as mail scanners do', async () => {
    const { id, email, token } = await intruded()
    const before = await stateOf(id)
    for (let i = 0; i < 5; i++)
      expect(await inspectDisownLink({ token, now: later(i) })).toEqual({
        email,
        addressChanged: false,
      })
    expect(await stateOf(id)).toEqual(before)
    expect(await disown(token)).toMatchObject({ ok: true })
  })

  it('records a session that had expired as not ended', async () => {
    const { id, intruder, token } = await intruded()
    const expiresAt = later(1)
    await db().sessionFamily.update({ where: { id: intruder.sessionId }, data: { expiresAt } })
    expect(await disown(token)).toMatchObject({ ok: true })
    expect(await recordsOf({ actorId: id })).toMatchObject([
      { targetId: intruder.sessionId, details: { ended: false, sessions_ended: 0 } },
    ])
  })

  it('marks the notice of a later session as read although that session had expired', async () => {
    const { id, intruder, token } = await intruded()
    const expired = await makeSession(id, { ...at(30), ip: '192.0.2.7' })
    await db().sessionFamily.update({
      where: { id: expired.sessionId },
      data: { expiresAt: later(40) },
    })
    expect(await disown(token)).toMatchObject({ ok: true })
    const items = await db().inboxItem.findMany({ where: { userId: id }, orderBy: { id: 'asc' } })
    expect(items).toMatchObject([
      { id: intruder.sessionId, readAt: later(60) },
      { id: expired.sessionId, readAt: later(60) },
    ])
    expect(await recordsOf({ actorId: id })).toMatchObject([
      { details: { ended: true, sessions_ended: 1 } },
    ])
  })

  it('ends that session at once and no older one, and leads to a reset that ends all', async () => {
    const { id, email, own, intruder, token } = await intruded()
    const stranger = await makeSession((await makeUser()).id, at(0))
    const disowned = await disown(token)
    expect(await isAlive(intruder)).toBe(false)
    expect(await isAlive(own)).toBe(true)
    expect(await isAlive(stranger)).toBe(true)
    expect(await recordsOf({ actorId: id })).toMatchObject([
      { outcome: 'ok', targetId: intruder.sessionId, details: { ended: true } },
    ])
    const reset = { token: resetTokenOf(disowned), password: NEW_PASSWORD }
    expect(await resetPassword(reset, at(61))).toEqual({ ok: true })
    expect(await isAlive(own, 62)).toBe(false)
    expect(await login({ email, password: NEW_PASSWORD }, at(63))).toMatchObject({ ok: true })
    expect(await login({ email, password: PASSWORD }, at(64))).toMatchObject({ ok: false })
  })

  it('keeps a session that began just before, which may be the owner’s', async () => {
    const { id, token } = await intruded()
    const owner = await makeSession(id, at(-1))
    expect(await disown(token)).toMatchObject({ ok: true })
    expect(await isAlive(owner)).toBe(true)
  })

  it('ends one that began just before, too, if the address was changed and no reset follows', async () => {
    const { id, own, intruder, token } = await intruded()
    const behind = await makeSession(id, at(-30))
    await db().sessionFamily.update({
      where: { id: own.sessionId },
      data: { createdAt: later(-121) },
    })
    await db().knownDevice.updateMany({
      where: { userId: id, createdAt: later(-60) },
      data: { createdAt: later(-121) },
    })
    await db().user.update({ where: { id }, data: { email: `${id}@evil.example` } })
    expect(await disown(token)).toEqual({ ok: true, resetToken: null })
    expect(await isAlive(intruder)).toBe(false)
    expect(await isAlive(behind)).toBe(false)
    expect(await isAlive(own)).toBe(true)
    const devices = await db().knownDevice.findMany({ where: { userId: id } })
    expect(devices).toMatchObject([{ createdAt: later(-121) }])
  })

  it('forgets that device and no other: it is not trusted, and its next sign-in is reported again', async () => {
    const { id, own, token } = await intruded()
    const trusted = { trustedUntil: later(DAY) }
    await db().knownDevice.updateMany({ where: { userId: id }, data: trusted })
    await disown(token)
    const ownFamily = await db().sessionFamily.findUniqueOrThrow({ where: { id: own.sessionId } })
    const left = await db().knownDevice.findMany({ where: { userId: id } })
    expect(left).toMatchObject([{ deviceHash: ownFamily.deviceHash, ...trusted }])
    await makeSession(id, at(120))
    await work(later(120))
    expect(mails()).toHaveLength(2)
  })

  it('still leads to a reset if the session has ended meanwhile', async () => {
    const { id, intruder, token } = await intruded()
    const ending = { sessionId: intruder.sessionId, reason: 'logout' } as const
    await inTransaction((tx) => revokeSession(tx, ending, testContext({ now: later(1) })))
    expect(await disown(token)).toMatchObject({ ok: true })
    expect(await recordsOf({ actorId: id })).toMatchObject([{ details: { ended: false } }])
  })

  it('works after the intruder has changed the password', async () => {
    const { id, intruder, token } = await intruded()
    const principal = { ...(await principalOf(id)), sessionId: intruder.sessionId }
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const changed = await changePassword(change, principal, at(1))
    if (!changed.ok) throw new Error(changed.code)
    expect(await isAlive(changed.session)).toBe(true)
    expect(await disown(token)).toMatchObject({ ok: true })
    expect(await isAlive(changed.session)).toBe(false)
  })

  it('works after a reset, which discards the links of other kinds', async () => {
    const { id, email, token } = await intruded()
    const other = { userId: id, kind: 'reset_password', email } as const
    const [used, unused] = [
      await issueEmailToken(db(), other, START),
      await issueEmailToken(db(), other, START),
    ]
    const reset = { token: used, password: NEW_PASSWORD }
    expect(await resetPassword(reset, at(1))).toEqual({ ok: true })
    expect(await inspectMailedLink('reset_password', { token: unused, now: later(2) })).toBeNull()
    expect(await disown(token)).toMatchObject({ ok: true })
  })

  it('does nothing a second time', async () => {
    const { id, token } = await intruded()
    await disown(token)
    const again = await makeSession(id, at(120))
    const before = await stateOf(id)
    expect(await disown(token, 121)).toMatchObject(DEAD)
    expect(await stateOf(id)).toEqual(before)
    expect(await isAlive(again, 122)).toBe(true)
  })

  it.each([
    ['after seven days', 7 * DAY, () => Promise.resolve()],
    [
      'for an account that was deactivated',
      80,
      (id: string) => db().user.update({ where: { id }, data: { status: 'deactivated' } }),
    ],
  ] as const)('does nothing %s', async (_, seconds, meanwhile) => {
    const { id, token } = await intruded()
    await meanwhile(id)
    const before = await stateOf(id)
    const now = later(seconds)
    expect(await inspectDisownLink({ token, now })).toBeNull()
    expect(await disown(token, seconds)).toMatchObject(DEAD)
    expect(await stateOf(id)).toEqual(before)
    expect(await recordsOf({ outcome: 'refused', occurredAt: now })).toMatchObject([
      { actorId: null, details: { reason: 'invalid_or_expired_token' } },
    ])
  })

  it('needs a link of its own kind', async () => {
    const { id, email } = await intruded()
    const reset = await issueEmailToken(db(), { userId: id, kind: 'reset_password', email }, START)
    const before = await stateOf(id)
    for (const token of [reset, 'x', '\0', 'A'.repeat(43)])
      expect(await disown(token)).toMatchObject(DEAD)
    expect(await stateOf(id)).toEqual(before)
  })

  it('never ends the session of another account, or forgets its device', async () => {
    const victim = await intruded()
    const attacker = await makeUser()
    const before = await stateOf(victim.id)
    const forged = await issueEmailToken(
      db(),
      {
        userId: attacker.id,
        kind: 'disown_session',
        email: attacker.email,
        sessionId: victim.intruder.sessionId,
      },
      START,
    )
    expect(await disown(forged)).toMatchObject({ ok: true })
    expect(await stateOf(victim.id)).toEqual(before)
    expect(await isAlive(victim.intruder)).toBe(true)
  })
})
