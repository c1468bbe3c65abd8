import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { lockUser } from '@/lib/accounts/user.store'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { login } from '@/lib/identity/sign-in/login'
import { equalBytes } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'
import { twenty } from '@/tests/kit/at-once'
import { atStep, freshUser, trustingUser } from '@/tests/kit/enroll-mfa'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { sessionsOnKnownDevices } from '@/tests/kit/remember-device'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

// A deadlock in one of these tests fails the file.
useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '1000', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

/** Runs both until they wait for the user's row: `first` gets it, then `second`. */
async function queue<First, Second>(
  userId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const { both } = await inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const begun = first()
    await lockWaiters(1)
    const both = Promise.all([begun, second()])
    await lockWaiters(2)
    return { both }
  })
  return both
}

const noticesOf = (userId: string) =>
  db().inboxItem.count({ where: { userId, kind: 'security.new_sign_in' } })

/** An owner in a session, and an intruder whose device is known. */
async function intruded() {
  const owner = await freshUser()
  const intruder = await makeSession(owner.id, atStep(1))
  await db().inboxItem.deleteMany({ where: { userId: owner.id } })
  return { ...owner, intruder, there: atStep(2, { deviceToken: intruder.deviceToken }) }
}

describe('a sign-in under way', () => {
  it('is reported, and its device gets another token, if the device is forgotten meanwhile', async () => {
    const { id: userId, principal, intruder, there } = await intruded()
    const [ended, session] = await queue(
      userId,
      () => revokeOwnSession(principal, intruder.sessionId, atStep(2)),
      () => establishSession(db(), there, { userId, amr: ['pwd'], knownDevice: true }),
    )
    expect(ended).toEqual({ ok: true })
    expect(session!.deviceToken).not.toBe(intruder.deviceToken)
    expect(await noticesOf(userId)).toBe(1)
    const known = [principal.sessionId, session!.sessionId].toSorted()
    expect(await sessionsOnKnownDevices(userId)).toEqual(known)
  })

  it('locks no other known device of its user', async () => {
    const { id: userId, there } = await intruded()
    const unlocked = await inTransaction(async (tx) => {
      await establishSession(tx, there, { userId, amr: ['pwd'], knownDevice: true })
      return db().$queryRaw<{ hash: Uint8Array }[]>`
        SELECT device_hash AS hash FROM known_devices WHERE user_id = ${userId}::uuid FOR UPDATE SKIP LOCKED`
    })
    const devices = await db().knownDevice.findMany({ where: { userId } })
    const others = devices.filter(
      (device) => !equalBytes(device.deviceHash, deviceHash(there.deviceToken!)),
    )
    expect(others.length).toBe(1)
    expect(unlocked.map(({ hash }) => hash)).toEqual(others.map((device) => device.deviceHash))
  })

  it('needs the second step if the browser is not trusted anymore', async () => {
    const { id, email, principal, inBrowser } = await trustingUser()
    const [ended, signedIn] = await queue(
      id,
      () => revokeOtherSessions(principal, atStep(2)),
      () => login({ email, password: PASSWORD }, inBrowser(2)),
    )
    expect(ended).toMatchObject({ ok: true })
    expect(signedIn).toMatchObject({ ok: true, challenge: {} })
    const alive = await db().sessionFamily.findMany({ where: { userId: id, revokedAt: null } })
    expect(alive.map((session) => session.id)).toEqual([principal.sessionId])
  })
})

describe('of twenty concurrent sign-ins on a known device', () => {
  it('each keeps its token, and none is reported', async () => {
    const { id, intruder, there } = await intruded()
    const by = { userId: id, amr: ['pwd'], knownDevice: true }
    const sessions = await twenty(() => establishSession(db(), there, by))
    const { deviceToken } = intruder
    expect(sessions.map((session) => session?.deviceToken)).toEqual(Array(20).fill(deviceToken))
    expect(await noticesOf(id)).toBe(0)
  })

  it('none stays live with its token if the owner signs out other sessions at the same moment', async () => {
    const { id: userId, email, principal, intruder, there } = await intruded()
    await twenty<unknown>((n) =>
      n === 9
        ? revokeOtherSessions(principal, atStep(2))
        : login({ email, password: PASSWORD }, there),
    )
    const { deviceHash } = await db().sessionFamily.findUniqueOrThrow({
      where: { id: intruder.sessionId },
    })
    const where = { userId, deviceHash }
    expect(await db().sessionFamily.count({ where: { ...where, revokedAt: null } })).toBe(0)
    expect(await db().knownDevice.count({ where })).toBe(0)
  })
})
