import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { atStep, challengeFor, enrolledUser, signInWith } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { sessionsOnKnownDevices } from '@/tests/kit/remember-device'
import { useTestDatabase } from '@/tests/kit/test-database'
import { resetUserMfa } from '@/lib/users/user-sign-in-methods'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const factorOf = async (userId: string) => ({
  user: await db().user.findUniqueOrThrow({ where: { id: userId } }),
  factors: await db().mfaFactor.count({ where: { userId } }),
  codes: await db().recoveryCode.count({ where: { userId } }),
  alive: await db().sessionFamily.count({ where: { userId, revokedAt: null } }),
})
const recordsOf = (targetId: string) =>
  db().auditRecord.findMany({ where: { targetId, action: 'user.mfa_reset' } })

describe('resetting two-step verification', () => {
  it('deletes all of its data, ends sessions, notifies the owner, and allows sign-in with the password', async () => {
    const user = await enrolledUser()
    await signInWith(user.email, user.codeAt(1), 1)
    const challenge = await challengeFor(user.email, atStep(2))
    const before = await factorOf(user.id)
    expect(before).toMatchObject({ factors: 1, codes: 10 })
    const actor = await holderOf('users:activate')
    await db().job.deleteMany()
    expect(await resetUserMfa(actor, { userId: user.id }, atStep(2))).toMatchObject({ ok: true })
    expect(await factorOf(user.id)).toMatchObject({
      user: { mfaEnabledAt: null, version: before.user.version + 1 },
      factors: 0,
      codes: 0,
      alive: 0,
    })
    expect(await sessionsOnKnownDevices(user.id)).toEqual([])
    const late = await completeSecondStep({ mfaToken: challenge, code: user.codeAt(2) }, atStep(2))
    expect(late).toMatchObject({ code: 'mfa_challenge_expired' })
    expect(await login({ email: user.email, password: PASSWORD }, atStep(3))).toMatchObject({
      ok: true,
      session: {},
    })
    await queue.work(atStep(3).now)
    const { envelope, message } = queue.mails()[0]!
    expect(envelope.to).toEqual([user.email])
    expect(message.subject).toBe('Two-step verification was reset')
    // The administrator's address and browser tell the owner nothing useful.
    expect(message.text).not.toMatch(/192\.0\.2\.1|vitest/)
    expect(await recordsOf(user.id)).toMatchObject([
      {
        actorId: actor.userId,
        outcome: 'ok',
        details: { before: 'enabled', after: 'disabled', sessions_ended: before.alive },
      },
    ])
  })

  it('removes passkeys too, also those of a user without two-step verification', async () => {
    const user = await insertUser()
    const credentialId = new Uint8Array(Buffer.from(user.id))
    await db().passkey.create({
      data: {
        ...{ id: newId(), userId: user.id, credentialId, publicKey: new Uint8Array(1) },
        ...{ rpId: 'localhost', counter: 0, deviceType: 'multiDevice', backedUp: true },
        ...{ aaguid: newId(), name: 'Phone', createdAt: atStep(0).now },
      },
    })
    const actor = await holderOf('users:activate')
    expect(await resetUserMfa(actor, { userId: user.id }, atStep(2))).toMatchObject({ ok: true })
    expect(await db().passkey.count({ where: { userId: user.id } })).toBe(0)
    expect(await recordsOf(user.id)).toMatchObject([
      { outcome: 'ok', details: { before: 'disabled', passkeys_removed: 1 } },
    ])
  })

  it.each([
    ['the own account', 'privilege_escalation'],
    ['a user with more permissions', 'privilege_escalation'],
    ['a deleted account', 'conflict'],
    ['a user without it', 'mfa_not_enabled'],
  ] as const)('is refused for %s: %s, and writes nothing', async (whose, code) => {
    const user = whose === 'a user without it' ? await insertUser() : await enrolledUser()
    await insertRole(`role ${newId()}`, ['users:activate'], [user.id])
    if (whose === 'a user with more permissions')
      await insertRole(`role ${newId()}`, ['payments:list'], [user.id])
    if (whose === 'a deleted account')
      await db().user.update({ where: { id: user.id }, data: { status: 'deleted' } })
    const actor =
      whose === 'the own account' ? await principalOf(user.id) : await holderOf('users:activate')
    await db().job.deleteMany()
    const before = await factorOf(user.id)
    expect(await resetUserMfa(actor, { userId: user.id }, atStep(2))).toMatchObject({ code })
    expect(await factorOf(user.id)).toEqual(before)
    expect(await db().job.count()).toBe(0)
    expect(await recordsOf(user.id)).toMatchObject([
      { outcome: 'refused', details: { reason: code } },
    ])
  })
})
