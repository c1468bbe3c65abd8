import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { countActiveAdmins } from '@/lib/access/grants.store'
import { issueEmailChangeToken } from '@/lib/accounts/email-change.store'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { lockUser } from '@/lib/accounts/user.store'
import { confirmEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { updateProfile } from '@/lib/identity/account/profile'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { login } from '@/lib/identity/sign-in/login'
import { setNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import { twenty, won } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { lineUp } from '@/tests/kit/line-up'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

// Some wait for the account while others hash, which takes long on a loaded machine.
useTestDatabase({ patience: 20 })
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '1000', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const freshEmail = () => `${newId()}@new.example`
const emailOf = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).email

/** The token of an email change that this user requested, as the email would contain it. */
async function tokenFor(user: { id: string }, newEmail: string): Promise<string> {
  const principal = await livePrincipalOf(user.id)
  await requestEmailChange({ newEmail, password: PASSWORD }, principal, ctx())
  const { id: changeId } = await db().emailChange.findUniqueOrThrow({ where: { userId: user.id } })
  return (await issueEmailChangeToken(db(), { userId: user.id, changeId, now: new Date() }))!
}

describe('twenty concurrent requests', () => {
  it('confirm an email change once', async () => {
    const user = await makeUser()
    const newEmail = freshEmail()
    const token = await tokenFor(user, newEmail)
    expect(won(await twenty(() => confirmEmailChange({ token }, ctx())))).toBe(1)
    expect(await emailOf(user.id)).toBe(newEmail)
    expect(await db().user.findUnique({ where: { id: user.id } })).toMatchObject({ version: 2 })
  })

  it('claim one address: one of twenty accounts gets it, the others keep theirs', async () => {
    const newEmail = freshEmail()
    const users = await twenty(() => makeUser())
    const tokens = await Promise.all(users.map((user) => tokenFor(user, newEmail)))
    const results = await twenty((i) => confirmEmailChange({ token: tokens[i]! }, ctx()))
    expect(won(results)).toBe(1)
    const emails = await Promise.all(users.map(({ id }) => emailOf(id)))
    expect(emails.filter((email, i) => email !== users[i]!.email)).toEqual([newEmail])
  })

  it('request an email change: one is pending', async () => {
    const user = await makeUser()
    const principal = await livePrincipalOf(user.id)
    const results = await twenty(() =>
      requestEmailChange({ newEmail: freshEmail(), password: PASSWORD }, principal, ctx()),
    )
    expect(won(results)).toBe(20)
    expect(await db().emailChange.count({ where: { userId: user.id } })).toBe(1)
  })

  it('request an email change during a password change: none authorized by the old password stays pending', async () => {
    const user = await makeUser()
    const principal = await livePrincipalOf(user.id)
    const change = { currentPassword: PASSWORD, newPassword: 'a quite different passphrase' }
    const [changed] = await Promise.all([
      changePassword(change, principal, ctx()),
      twenty(() =>
        requestEmailChange({ newEmail: freshEmail(), password: PASSWORD }, principal, ctx()),
      ),
    ])
    expect(changed.ok || changed.code === 'session_revoked').toBe(true)
    expect(await db().emailChange.count({ where: { userId: user.id } })).toBe(0)
  })

  it('confirm an email change and reset the password: either one wins, without a deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeUser()
      const newEmail = freshEmail()
      const token = await tokenFor(user, newEmail)
      const by = { userId: user.id, kind: 'reset_password', email: user.email } as const
      const reset = await issueEmailToken(db(), by, new Date())
      const results = await twenty((i) =>
        i % 2
          ? confirmEmailChange({ token }, ctx())
          : resetPassword({ token: reset, password: `a fresh passphrase ${i}` }, ctx()),
      )
      expect(won(results)).toBe(1)
      const confirmed = results.findIndex(({ ok }) => ok) % 2 === 1
      expect(await emailOf(user.id)).toBe(confirmed ? newEmail : user.email)
    }
  })

  it('make the same change to profile and preferences: it is written and audited once', async () => {
    const user = await makeUser()
    const principal = await livePrincipalOf(user.id)
    expect(
      won(await twenty(() => updateProfile(principal, { name: 'Ada', locale: 'tr' }, ctx()))),
    ).toBe(20)
    expect(
      won(await twenty(() => setNotificationPreferences(principal, { email: false }, ctx()))),
    ).toBe(20)
    expect(await db().user.findUnique({ where: { id: user.id } })).toMatchObject({
      name: 'Ada',
      version: 2,
    })
    const records = await db().auditRecord.findMany({
      where: { targetId: user.id },
      orderBy: { id: 'asc' },
    })
    expect(records.map(({ action }) => action)).toEqual([
      'profile.changed',
      'notification_preferences.changed',
    ])
  })

  it('delete an account once', async () => {
    const user = await makeUser()
    const principal = await livePrincipalOf(user.id)
    const results = await twenty(() => deleteOwnAccount({ password: PASSWORD }, principal, ctx()))
    expect(won(results)).toBe(1)
    const records = { action: 'user.deleted', outcome: 'ok', targetId: user.id } as const
    expect(await db().auditRecord.count({ where: records })).toBe(1)
  })

  it.each(['a deletion', 'a sign-in'])(
    'sign in and delete the account, %s first: no session remains',
    async (winner) => {
      const user = await makeUser()
      const principal = await livePrincipalOf(user.id)
      const erase = () => deleteOwnAccount({ password: PASSWORD }, principal, ctx())
      const signIn = () => login({ email: user.email, password: PASSWORD }, ctx())
      const deletion = winner === 'a deletion'
      const { first, others } = await lineUp<Outcome<object>, Outcome<object>>({
        hold: (tx) => lockUser(tx, user.id),
        first: deletion ? erase : signIn,
        others: (n) => (n === 0 && !deletion ? erase() : signIn()),
      })
      expect(first.ok).toBe(true)
      if (deletion) expect(won(others)).toBe(0)
      else expect(others[0]!.ok).toBe(true)
      const alive = { userId: user.id, revokedAt: null }
      expect(await db().sessionFamily.count({ where: alive })).toBe(0)
    },
  )

  it('delete the accounts of all administrators: one remains', async () => {
    const role = await db().role.findUniqueOrThrow({ where: { nameKey: 'admin' } })
    const users = await twenty(() => insertUser())
    await db().userRole.createMany({
      data: users.map(({ id }) => ({ userId: id, roleId: role.id })),
    })
    const principals = await Promise.all(users.map(({ id }) => livePrincipalOf(id)))
    const results = await twenty((i) => deleteOwnAccount({}, principals[i]!, ctx()))
    expect(won(results)).toBe(19)
    expect(results.filter((result) => !result.ok && result.code === 'last_admin')).toHaveLength(1)
    expect(await countActiveAdmins(db())).toBe(1)
  })
})
