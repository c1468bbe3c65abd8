import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { countActiveAdmins } from '@/lib/access/grants.store'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { twenty, won } from '@/tests/kit/at-once'
import { atStep, challengeFor, enrolledUser } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { inviteUser } from '@/lib/users/invite-user'
import { changeUserRoles } from '@/lib/users/user-roles'
import { resetUserMfa } from '@/lib/users/user-sign-in-methods'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})
beforeEach(() => db().user.updateMany({ data: { status: 'deactivated' } }))

const ENDS = {
  deactivate: (actor, userId) => changeUserStatus(actor, { userId, move: 'deactivate' }, ctx()),
  delete: (actor, userId) => changeUserStatus(actor, { userId, move: 'delete' }, ctx()),
  demote: (actor, userId) => changeUserRoles(actor, { userId, roles: ['user'] }, ctx()),
} as const satisfies Record<
  string,
  (actor: Awaited<ReturnType<typeof principalOf>>, userId: string) => Promise<{ ok: boolean }>
>
const ways = Object.values(ENDS)

describe('twenty concurrent attempts on two administrators', () => {
  it.each(Object.entries(ENDS))('to %s the other leave one active', async (_, end) => {
    const ids = [(await insertAdministrator()).id, (await insertAdministrator()).id]
    const actors = await Promise.all(ids.map(principalOf))
    await twenty((i) => end(actors[i % 2]!, ids[(i + 1) % 2]!))
    expect(await countActiveAdmins(db())).toBe(1)
  })

  it('of every kind, by themselves and by each other, leave one active', async () => {
    for (let round = 0; round < 5; round++) {
      await db().user.updateMany({ data: { status: 'deactivated' } })
      const ids = [(await insertAdministrator()).id, (await insertAdministrator()).id]
      const actors = await Promise.all(ids.map(principalOf))
      await twenty((i) => ways[i % 3]!(actors[i % 2]!, ids[(i >> 1) % 2]!))
      expect(await countActiveAdmins(db())).toBe(1)
    }
  })
})

describe('twenty concurrent attempts', () => {
  it('to set one address on twenty users succeed once', async () => {
    const users = await twenty(() => insertUser())
    const actor = await holderOf('users:email:change:any')
    const email = `${newId()}@new.example`
    const results = await twenty((i) =>
      changeUserEmail(actor, { userId: users[i]!.id, email }, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(results.filter((result) => !result.ok && result.code === 'email_taken')).toHaveLength(19)
  })

  it('to change a user at the same version succeed once', async () => {
    const { id } = await insertUser()
    const actor = await holderOf('users:email:change:any')
    const results = await twenty((i) =>
      changeUserEmail(
        actor,
        { userId: id, email: `${i}-${newId()}@new.example`, versions: [1] },
        ctx(),
      ),
    )
    expect(won(results)).toBe(1)
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ version: 2 })
  })

  it('to invite an address succeed once', async () => {
    const actor = await holderOf('users:activate')
    const email = `${newId()}@new.example`
    const results = await twenty(() =>
      inviteUser(actor, { email, name: null, roles: ['user'] }, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(await db().user.count({ where: { email } })).toBe(1)
  })

  it('to accept an invitation succeed once, with the winner’s password', async () => {
    const actor = await holderOf('users:activate')
    const email = `${newId()}@new.example`
    const invited = await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())
    const userId = invited.ok ? invited.user.id : ''
    const token = await issueEmailToken(db(), { userId, kind: 'invitation', email }, new Date())
    const results = await twenty((i) =>
      acceptInvitation({ token, password: `${PASSWORD} ${i}` }, ctx()),
    )
    expect(won(results)).toBe(1)
    const password = `${PASSWORD} ${results.findIndex(({ ok }) => ok)}`
    expect(await login({ email, password }, ctx())).toMatchObject({ ok: true })
  })

  it.each(['deactivate', 'delete'] as const)(
    'to sign in leave no session when the account is ended by %s',
    async (move) => {
      const user = await makeUser()
      const actor = await holderOf('users:activate', 'users:delete')
      const logins = twenty(() => login({ email: user.email, password: PASSWORD }, ctx()))
      const moved = await changeUserStatus(actor, { userId: user.id, move }, ctx())
      await logins
      expect(moved).toMatchObject({ ok: true })
      expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(
        0,
      )
    },
  )
})

describe('a reset of two-step verification', () => {
  it('succeeds once, with one email, out of twenty attempts', async () => {
    const user = await enrolledUser()
    const actor = await holderOf('users:activate')
    await db().job.deleteMany()
    const results = await twenty(() => resetUserMfa(actor, { userId: user.id }, atStep(1)))
    expect(won(results)).toBe(1)
    expect(
      results.filter((result) => !result.ok && result.code === 'mfa_not_enabled'),
    ).toHaveLength(19)
    expect(await db().job.count()).toBe(1)
  })

  it('leaves no session, and does not deadlock, while ten two-step codes are verified', async () => {
    for (let round = 0; round < 3; round++) {
      const user = await enrolledUser()
      const actor = await holderOf('users:activate')
      const tokens = await Promise.all(
        user.recoveryCodes.map(() => challengeFor(user.email, atStep(1))),
      )
      const steps = user.recoveryCodes.map((code, i) =>
        completeSecondStep({ mfaToken: tokens[i]!, code }, atStep(1)),
      )
      const reset = resetUserMfa(actor, { userId: user.id }, atStep(1))
      const results = await Promise.all(steps)
      expect(await reset).toMatchObject({ ok: true })
      for (const result of results)
        if (!result.ok) expect(result.code).toBe('mfa_challenge_expired')
      expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(
        0,
      )
    }
  })
})
