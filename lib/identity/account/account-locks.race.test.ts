import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { endCodesOf, insertSignInCode, issueSignInCode } from '@/lib/accounts/sign-in-code.store'
import {
  consumeUnprovenSignIn,
  insertUnprovenSignIn,
  issueSignInToken,
} from '@/lib/accounts/unproven-sign-in.store'
import { lockUser } from '@/lib/accounts/user.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { claimExpiringKeys } from '@/lib/identity/api-keys/api-key.store'
import { lockChallenge } from '@/lib/identity/mfa/challenge.store'
import { enableMfa } from '@/lib/identity/mfa/enable-mfa'
import { trustDevice } from '@/lib/identity/mfa/trusted-browser.store'
import { consumeHandoff, issueHandoff } from '@/lib/identity/oauth/oauth-flow.store'
import { findOrCreateUser } from '@/lib/identity/oauth/find-or-create-user'
import { touchIdentity } from '@/lib/identity/oauth/identity.store'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { acceptAssertion } from '@/lib/identity/passkeys/passkey.store'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { completeFirstStep, openVerifiedSession } from '@/lib/identity/sign-in/complete-sign-in'
import { logout } from '@/lib/identity/sign-in/logout'
import { notifyOwner } from '@/lib/messaging/inbox/notify-owner'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { OPERATOR, type SessionPrincipal } from '@/lib/platform/request-context'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'
import { cross } from '@/tests/kit/cross'
import { atStep, codeOf, enrolledUser, freshUser, NOW, pendingUser } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { eraseUserAs } from '@/lib/users/erasure/erase-user'

// A deadlock in one of these tests fails the file.
useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const ctx = atStep(1)

async function challengeOf(userId: string): Promise<Buffer<ArrayBuffer>> {
  const by = { userId, mfaEnabled: true, amr: ['fed'], knownDevice: false }
  const first = await completeFirstStep(db(), ctx, by)
  if (!first || !('challenge' in first)) throw new Error('no challenge')
  return sha256(first.challenge.mfaToken)
}

const holdChallenge = (tokenHash: Buffer) => async (tx: Tx) =>
  (await lockChallenge(tx, { tokenHash, surface: 'api', deviceHash: null, now: ctx.now }))!

const link = (userId: string) =>
  db().account.create({
    data: {
      ...{ userId, provider: 'google', providerAccountId: userId },
      ...{ linkedAt: NOW, lastUsedAt: NOW },
    },
  })

describe('a second step does not deadlock', () => {
  it('with the deactivation of its account, which then has no session', async () => {
    const { id: userId } = await enrolledUser()
    const [session, deactivated] = await cross({
      first: holdChallenge(await challengeOf(userId)),
      other: () => changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx),
      second: (tx, challenge) => openVerifiedSession(tx, challenge, { amr: ['otp'] }, ctx),
    })
    expect([session.ok, deactivated.ok]).toEqual([true, true])
    expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
  })

  it('with a deactivation that began before its first step', async () => {
    const { id: userId } = await enrolledUser()
    const { deactivating, answering } = await inTransaction(async (tx) => {
      await lockUser(tx, userId)
      const deactivating = changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx)
      await lockWaiters(1)
      const tokenHash = await challengeOf(userId)
      const answering = inTransaction(async (second) => {
        const given = { tokenHash, surface: 'api', deviceHash: null, now: ctx.now } as const
        const challenge = await lockChallenge(second, given)
        return challenge && openVerifiedSession(second, challenge, { amr: ['otp'] }, ctx)
      })
      await lockWaiters(2)
      return { deactivating, answering }
    })
    expect((await deactivating).ok).toBe(true)
    expect(await answering).toBeNull()
    expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
    expect(await db().mfaChallenge.count({ where: { userId } })).toBe(0)
  })

  it('with the deletion of its account by the owner', async () => {
    const { id: userId, principal } = await enrolledUser()
    const [session, deleted] = await cross({
      first: holdChallenge(await challengeOf(userId)),
      other: () => deleteOwnAccount({ password: PASSWORD }, principal, ctx),
      second: (tx, challenge) => openVerifiedSession(tx, challenge, { amr: ['otp'] }, ctx),
    })
    expect([session.ok, deleted.ok]).toEqual([true, true])
    expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
  })

  it('by passkey with a provider that is disconnected', async () => {
    const { id: userId, principal } = await enrolledUser()
    const { id } = await addedPasskey(principal, ctx)
    await link(userId)
    const [accepted, unlinked] = await cross({
      first: holdChallenge(await challengeOf(userId)),
      other: () => unlinkIdentity({ provider: 'google' }, principal, ctx),
      second: (tx) => acceptAssertion(tx, { id, counter: 9, backedUp: false, now: ctx.now }),
    })
    expect([accepted, unlinked.ok]).toEqual(['accepted', true])
  })
})

describe('a sign-in with a provider does not deadlock', () => {
  it('when an app redeems its code while the password is changed', async () => {
    const { id: userId, principal } = await freshUser()
    const handoff = { redirectUri: 'app:/', codeChallenge: 'c', appState: 's' }
    const code = await issueHandoff(db(), { userId, provider: 'google', handoff, now: ctx.now })
    const change = { currentPassword: PASSWORD, newPassword: 'a fresh passphrase 17' }
    const by = { userId, mfaEnabled: false, amr: ['fed'], knownDevice: false }
    const [signedIn, changed] = await cross({
      first: (tx) => consumeHandoff(tx, code, ctx.now),
      other: () => changePassword(change, principal, ctx),
      second: (tx) => completeFirstStep(tx, ctx, by),
    })
    expect(signedIn).toMatchObject({ session: {} })
    expect(changed.ok).toBe(true)
    const alive = await db().sessionFamily.findMany({ where: { userId, revokedAt: null } })
    expect(alive.map(({ id }) => id)).toEqual([principal.sessionId])
  })

  it('when an app redeems two codes of one account at once', async () => {
    const { id: userId } = await freshUser()
    const handoff = { redirectUri: 'app:/', codeChallenge: 'c', appState: 's' }
    const issue = () => issueHandoff(db(), { userId, provider: 'google', handoff, now: ctx.now })
    const [code, other] = [await issue(), await issue()]
    const redeemed = await inTransaction(async (tx) => [
      await consumeHandoff(tx, code, ctx.now),
      // Would wait in vain if the first one held the account alone.
      await inTransaction((second) => consumeHandoff(second, other, ctx.now)),
    ])
    expect(redeemed).toMatchObject([{ userId }, { userId }])
  })

  it.each([
    ['deactivated', (userId) => changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx)],
    ['deleted by its owner', (_, by) => deleteOwnAccount({ password: PASSWORD }, by, ctx)],
    ['erased', (userId) => eraseUserAs(OPERATOR, { userId }, ctx)],
  ] as [string, (userId: string, by: SessionPrincipal) => Promise<{ ok: boolean }>][])(
    'by an emailed link while the account is %s',
    async (_, end) => {
      const { id: userId, email, principal } = await freshUser()
      const [browser, now] = [newSecretToken(), ctx.now]
      const identity = { ...{ provider: 'google', subject: userId, name: null }, email } as const
      const token = await inTransaction(async (tx) => {
        const unproven = { ...identity, emailVerified: false }
        const by = { identity: unproven, browser, nextPath: null, locale: 'en', now }
        return issueSignInToken(tx, { id: await insertUnprovenSignIn(tx, by), now })
      })
      const link = { token: token!, browser, providers: ['google'] as const, now }
      const [found, ended] = await cross({
        first: (tx) => consumeUnprovenSignIn(tx, link),
        other: () => end(userId, principal),
        second: (tx, asked) => findOrCreateUser(tx, asked!.identity, ctx),
      })
      expect([found, ended]).toMatchObject([{ ok: true, userId }, { ok: true }])
      expect(await db().user.count({ where: { id: userId, status: 'active' } })).toBe(0)
    },
  )

  it('while a password reset takes the provider from an account that no one had proven', async () => {
    const { id: userId, email } = await freshUser()
    await link(userId)
    await db().user.update({ where: { id: userId }, data: { firstVerifiedAt: null } })
    const token = await issueEmailToken(
      db(),
      { userId, kind: 'reset_password', email },
      new Date(ctx.now),
    )
    const by = { userId, mfaEnabled: false, amr: ['fed'], knownDevice: false }
    const identity = { provider: 'google', subject: userId, now: ctx.now } as const
    const [signedIn, reset] = await cross({
      first: (tx) => touchIdentity(tx, identity),
      other: () => resetPassword({ token, password: 'a fresh passphrase 17' }, ctx),
      second: (tx) => completeFirstStep(tx, ctx, by),
    })
    expect(signedIn).toMatchObject({ session: {} })
    expect(reset.ok).toBe(true)
    expect(await db().account.count({ where: { userId } })).toBe(0)
    expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
  })
})

describe('ends of sessions do not deadlock', () => {
  /**
   * Runs attempts that meet at the oldest or the newest session, whichever a statement finds first.
   */
  async function meet(
    userId: string,
    attempts: (() => Promise<{ ok: boolean }>)[],
  ): Promise<boolean[]> {
    await makeSession(userId, atStep(2))
    const running = await inTransaction(async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM session_families WHERE user_id = ${userId}::uuid AND created_at <> ${ctx.now} FOR UPDATE`
      const begun: Promise<{ ok: boolean }>[] = []
      for (const attempt of attempts) {
        begun.push(attempt())
        await lockWaiters(begun.length)
      }
      return { begun }
    })
    return (await Promise.all(running.begun)).map(({ ok }) => ok)
  }

  it('of one and of all others, on a device that is trusted', async () => {
    const { id: userId, principal } = await freshUser()
    const { sessionId, deviceToken } = await makeSession(userId, ctx)
    const device = deviceHash(deviceToken)
    await inTransaction((tx) =>
      trustDevice(tx, { userId, deviceHash: device, until: new Date('2027-01-01') }),
    )
    const current = { ...principal, sessionId: (await makeSession(userId, ctx)).sessionId }
    const done = await meet(userId, [
      () => revokeOtherSessions(current, ctx),
      () => revokeOwnSession(current, sessionId, ctx),
    ])
    expect(done).toEqual([true, false])
  })

  it('of all, from two of them', async () => {
    const { id: userId } = await freshUser()
    const [one, other] = [await makeSession(userId, ctx), await makeSession(userId, ctx)]
    const done = await meet(
      userId,
      [one, other].map(
        ({ refreshToken }) =>
          () =>
            logout({ refreshToken, all: true }, ctx),
      ),
    )
    expect(done).toEqual([true, true])
    expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
  })
})

it('issuing a sign-in code does not deadlock with an administrator who signs the user out', async () => {
  const { id: userId, email } = await freshUser()
  const asked = { id: newId(), secret: newSecretToken(), email, now: ctx.now }
  await inTransaction((tx) => insertSignInCode(tx, { ...asked, surface: 'api', nextPath: null }))
  const [ended, issued] = await cross({
    first: (tx) => tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
    other: () => issueSignInCode(db(), { id: asked.id, userId, now: ctx.now }),
    second: (tx) => endCodesOf(tx, { userId, now: ctx.now }),
  })
  expect([ended, issued]).toEqual([1, null])
})

describe('the warning of an API key that expires does not deadlock', () => {
  /** A key of that owner, claimed, and then the end of an account, and then the warning. */
  async function warn(by: { userId: string; createdById: string }, end: () => Promise<unknown>) {
    const { now } = ctx
    const key = { name: 'k', secretHash: new Uint8Array(32), permissions: [], allowedAddresses: [] }
    const expiresAt = addSeconds(now, 3600)
    await db().apiKey.create({ data: { id: newId(), ...by, ...key, createdAt: NOW, expiresAt } })
    const which = { now, until: expiresAt, atLeastSeconds: 0, limit: 50 }
    const notice = { mail: 'api_key_expiring', at: now.toISOString(), key: 'k' } as const
    const [warned] = await cross({
      first: (tx) => claimExpiringKeys(tx, which),
      other: end,
      second: async (tx, claimed) => {
        for (const { userId } of claimed)
          await notifyOwner(tx, { ...notice, userId: userId!, expires: '2026-11-21' }, now)
        return claimed.map(({ userId }) => userId)
      },
    })
    expect(warned).toEqual([by.createdById])
  }

  it('with the deactivation of its owner', async () => {
    const { id: userId } = await freshUser()
    await warn({ userId, createdById: userId }, () =>
      changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx),
    )
    expect(await db().apiKey.count({ where: { userId, revokedAt: null } })).toBe(0)
  })

  it('with the erasure of who created it for a service account', async () => {
    const [{ id: userId }, { id: createdById }] = [await makeServiceAccount(), await freshUser()]
    await warn({ userId, createdById }, () => eraseUserAs(OPERATOR, { userId: createdById }, ctx))
    expect(await db().apiKey.count({ where: { userId, createdById: null } })).toBe(1)
  })
})

it('turning on two-step verification does not deadlock with a password change', async () => {
  const { id: userId, principal, base32 } = await pendingUser()
  const change = { currentPassword: PASSWORD, newPassword: 'a fresh passphrase 17' }
  const { enabling, changing } = await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM mfa_enrolments WHERE user_id = ${userId}::uuid FOR UPDATE`
    const enabling = enableMfa({ code: codeOf(base32, 1) }, principal, ctx)
    await lockWaiters(1)
    const changing = changePassword(change, principal, ctx)
    await lockWaiters(2)
    return { enabling, changing }
  })
  expect([(await enabling).ok, (await changing).ok]).toEqual([true, true])
})

it('sign-ins within a limit of sessions do not deadlock with one whose account is locked', async () => {
  useSettings({ AUTH_MAX_SESSIONS_PER_USER: '3' })
  const { id: userId } = await freshUser()
  const by = { userId, mfaEnabled: false, amr: ['fed'], knownDevice: false }
  const sessions = await cross({
    first: (tx) => lockUser(tx, userId),
    other: () => completeFirstStep(db(), ctx, by),
    second: (tx) => completeFirstStep(tx, ctx, by),
  })
  expect(sessions).toMatchObject([{ session: {} }, { session: {} }])
})
