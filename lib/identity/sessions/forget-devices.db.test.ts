import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { logout } from '@/lib/identity/sign-in/logout'
import { db } from '@/lib/platform/db/database'
import { OPERATOR } from '@/lib/platform/request-context'
import { atStep, challengeFor, enrolledUser, freshUser } from '@/tests/kit/enroll-mfa'
import { NEW_PASSWORD } from '@/tests/kit/intruder'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { sessionsOnKnownDevices } from '@/tests/kit/remember-device'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { endUserSession, endUserSessions } from '@/lib/users/user-sessions'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const ctx = atStep(2)

/** An owner in a session on one device, and a session on another. */
async function onTwoDevices() {
  const owner = await freshUser()
  const other = await makeSession(owner.id, atStep(1))
  return { ...owner, own: owner.principal.sessionId, other }
}

async function reset({ id: userId, email }: { id: string; email: string }, on: string | null) {
  const about = { userId, kind: 'reset_password', email } as const
  const token = await issueEmailToken(db(), about, ctx.now)
  const from = { ...ctx, deviceToken: on }
  expect(await resetPassword({ token, password: NEW_PASSWORD }, from)).toEqual({ ok: true })
}

const noticesOf = (userId: string) =>
  db().inboxItem.count({ where: { userId, kind: 'security.new_sign_in' } })

describe('a device whose session was ended from elsewhere', () => {
  it('is new again: its next sign-in is reported, and gets another device token', async () => {
    const { id, email, principal, own, other } = await onTwoDevices()
    expect(await revokeOwnSession(principal, other.sessionId, ctx)).toEqual({ ok: true })
    expect(await sessionsOnKnownDevices(id)).toEqual([own])
    await db().inboxItem.deleteMany({ where: { userId: id } })
    const { deviceToken } = other
    const again = await login({ email, password: PASSWORD }, { ...ctx, deviceToken })
    expect(again).toMatchObject({ ok: true, session: {} })
    expect(again).not.toMatchObject({ session: { deviceToken } })
    expect(await noticesOf(id)).toBe(1)
  })

  it('is new again if an administrator ended it', async () => {
    const { id: userId, own, other } = await onTwoDevices()
    const ended = await endUserSession(OPERATOR, { userId, sessionId: other.sessionId }, ctx)
    expect(ended).toMatchObject({ ok: true })
    expect(await sessionsOnKnownDevices(userId)).toEqual([own])
  })

  it('stays known while another session is live on it: strangers must not lock it out', async () => {
    const { id: userId, principal, own } = await onTwoDevices()
    const { deviceToken } = await makeSession(userId, ctx)
    const known = { userId, amr: ['pwd'], knownDevice: true }
    const twice = [
      (await establishSession(db(), { ...ctx, deviceToken }, known))!.sessionId,
      (await establishSession(db(), { ...ctx, deviceToken }, known))!.sessionId,
    ]
    await revokeOwnSession(principal, twice[0]!, ctx)
    expect(await sessionsOnKnownDevices(userId)).toEqual(expect.arrayContaining(twice))
    await revokeOwnSession({ ...principal, sessionId: twice[1]! }, own, ctx)
    await revokeOwnSession({ ...principal, sessionId: twice[1]! }, twice[1]!, ctx)
    expect(await sessionsOnKnownDevices(userId)).toEqual(expect.arrayContaining(twice))
  })

  it('is new again for a sign-in that waits for its second step', async () => {
    const { id, email, principal, codeAt } = await enrolledUser()
    const first = { mfaToken: await challengeFor(email, atStep(1)), code: codeAt(1) }
    const signedIn = await completeSecondStep(first, atStep(1))
    if (!signedIn.ok) throw new Error(signedIn.code)
    const { deviceToken, sessionId } = signedIn.session
    const there = atStep(2, { deviceToken })
    const mfaToken = await challengeFor(email, there)
    await revokeOwnSession(principal, sessionId, ctx)
    await db().inboxItem.deleteMany({ where: { userId: id } })
    const late = await completeSecondStep({ mfaToken, code: codeAt(2) }, there)
    expect(late).toMatchObject({ ok: true })
    expect(await noticesOf(id)).toBe(1)
  })
})

type Devices = Awaited<ReturnType<typeof onTwoDevices>>

describe('only the device that is used stays known', () => {
  it.each([
    ['by signing out all others', ({ principal }: Devices) => revokeOtherSessions(principal, ctx)],
    [
      'by changing the password',
      ({ principal }: Devices) =>
        changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, principal, ctx),
    ],
    [
      'by ending all of one’s own sessions as an administrator',
      async ({ id: userId, principal }: Devices) => {
        await insertRole(`desk ${userId}`, ['users:activate'], [userId])
        return endUserSessions(principal, { userId }, ctx)
      },
    ],
  ])('%s', async (_, end) => {
    const devices = await onTwoDevices()
    expect(await end(devices)).toMatchObject({ ok: true })
    expect(await sessionsOnKnownDevices(devices.id)).toEqual([devices.own])
  })

  it('by signing out everywhere', async () => {
    const { id, other } = await onTwoDevices()
    await logout({ accessToken: other.accessToken, all: true }, atStep(1))
    expect(await sessionsOnKnownDevices(id)).toEqual([other.sessionId])
  })

  it('by resetting the password', async () => {
    const devices = await onTwoDevices()
    await reset(devices, devices.other.deviceToken)
    expect(await sessionsOnKnownDevices(devices.id)).toEqual([devices.other.sessionId])
  })
})

describe('no device stays known', () => {
  it('after a reset on a new one, not even that', async () => {
    const [devices, stranger] = [await onTwoDevices(), await onTwoDevices()]
    const { deviceToken } = stranger.other
    await reset(devices, deviceToken)
    expect(await sessionsOnKnownDevices(devices.id)).toEqual([])
    expect(await sessionsOnKnownDevices(stranger.id)).toHaveLength(2)
    await login({ email: devices.email, password: NEW_PASSWORD }, { ...ctx, deviceToken })
    expect(await noticesOf(devices.id)).toBeGreaterThan(0)
  })

  it('after a deactivation', async () => {
    const { id: userId } = await onTwoDevices()
    for (const move of ['deactivate', 'activate'] as const)
      expect(await changeUserStatus(OPERATOR, { userId, move }, ctx)).toMatchObject({ ok: true })
    expect(await sessionsOnKnownDevices(userId)).toEqual([])
  })
})

it('when a user last signed in stays known after their devices and sessions are gone', async () => {
  const { id: userId } = await onTwoDevices()
  await changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx)
  await db().sessionFamily.deleteMany({ where: { userId } })
  expect((await findManagedUser(db(), userId))?.lastSignInAt).toEqual(atStep(1).now)
})
