import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { consumeChallenge, lockChallenge } from '@/lib/identity/mfa/challenge.store'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import {
  completeFirstStep,
  completeSecondStep,
  openVerifiedSession,
} from '@/lib/identity/sign-in/complete-sign-in'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { OPERATOR, type SessionPrincipal } from '@/lib/platform/request-context'
import { changeUserRoles } from '@/lib/users/user-roles'
import { endUserSessions } from '@/lib/users/user-sessions'
import { twenty, won } from '@/tests/kit/at-once'
import { cross } from '@/tests/kit/cross'
import { atStep, enrolledUser, NOW, signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { insertUser } from '@/tests/kit/insert-user'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

// A deadlock in one of these tests fails the file.
useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const ctx = atStep(2)
/** The token of a sign-in with a provider account that waits for its second step. */
async function waiting(user: { id: string; email: string }, subject = user.id): Promise<string> {
  const identity = { provider: 'google', subject, email: user.email } as const
  const by = { userId: user.id, mfaEnabled: true, amr: ['fed'], knownDevice: false, identity }
  const first = await completeFirstStep(db(), ctx, by)
  if (!first || !('challenge' in first)) throw new Error('no challenge')
  return first.challenge.mfaToken
}

const connectedTo = (userId: string) =>
  db().account.count({ where: { userId, provider: 'google' } })

const ACTS: Record<string, (userId: string, by: SessionPrincipal) => Promise<{ ok: boolean }>> = {
  'the deactivation of its account': (userId) =>
    changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx),
  'the deletion of its account by the owner': (_, by) =>
    deleteOwnAccount({ password: PASSWORD }, by, ctx),
  'another provider that is disconnected': (_, by) =>
    unlinkIdentity({ provider: 'github' }, by, ctx),
  'a role that is granted': (userId) =>
    changeUserRoles(OPERATOR, { userId, roles: ['admin'] }, ctx),
  'an administrator who signs the user out': (userId) => endUserSessions(OPERATOR, { userId }, ctx),
  'the user who ends the other sessions': (_, by) => revokeOtherSessions(by, ctx),
}

describe('a second step that connects a provider account does not deadlock', () => {
  it.each(Object.keys(ACTS))('with %s', async (name) => {
    const user = await enrolledUser()
    const { id: userId, principal } = user
    const at = { linkedAt: NOW, lastUsedAt: NOW }
    await db().account.create({
      data: { userId, provider: 'github', providerAccountId: userId, ...at },
    })
    const tokenHash = sha256(await waiting(user))
    const hold = async (tx: Tx) =>
      (await lockChallenge(tx, { tokenHash, surface: 'api', deviceHash: null, now: ctx.now }))!
    const [session, done] = await cross({
      first: hold,
      other: () => ACTS[name]!(userId, principal),
      second: async (tx, challenge) => {
        await consumeChallenge(tx, tokenHash, ctx.now)
        return openVerifiedSession(tx, challenge, { amr: ['otp'] }, ctx)
      },
    })
    expect([session.ok, done.ok]).toEqual([true, true])
  })
})

describe('one provider account that waits in second steps of several users is connected once', () => {
  beforeEach(() => db().account.deleteMany())
  const takenBut = (results: readonly { ok: boolean; code?: string }[]) =>
    results.filter((one) => one.code === 'identity_taken').length

  it('by their codes', async () => {
    const users = []
    for (let index = 0; index < 4; index++) {
      const user = await enrolledUser()
      users.push({ user, mfaToken: await waiting(user, 'one subject') })
    }
    const results = await Promise.all(
      users.map(({ user, mfaToken }) =>
        completeSecondStep({ mfaToken, code: user.codeAt(2) }, ctx),
      ),
    )
    expect([won(results), takenBut(results)]).toEqual([1, 3])
    expect(await db().account.count()).toBe(1)
  })

  it('by their passkeys', async () => {
    const answers: Parameters<typeof completeWithPasskey>[0][] = []
    for (let index = 0; index < 20; index++) {
      const { id, email } = await insertUser()
      const { device } = await addedPasskey(await signedInPrincipal(id))
      const data = { mfaEnabledAt: NOW, emailVerifiedAt: NOW }
      await db().user.update({ where: { id }, data })
      const mfaToken = await waiting({ id, email }, 'one subject')
      const started = await startPasskeyStep({ mfaToken }, ctx)
      if (!started.ok) throw new Error(started.code)
      answers.push({ mfaToken, passkey: device.answer(started.options) })
    }
    const results = await twenty((index) => completeWithPasskey(answers[index]!, ctx))
    expect([won(results), takenBut(results)]).toEqual([1, 19])
    expect(await db().account.count()).toBe(1)
  })
})

it('one that waits in twenty second steps of one user is connected once', async () => {
  const user = await enrolledUser()
  const tokens: string[] = []
  for (let index = 0; index < 20; index++) tokens.push(await waiting(user))
  const results = await twenty((index) =>
    completeSecondStep({ mfaToken: tokens[index]!, code: user.codeAt(2) }, ctx),
  )
  // A code works once, whatever waits for it.
  expect(won(results)).toBe(1)
  expect(await connectedTo(user.id)).toBe(1)
})
