import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { type EmailTokenKind, issueEmailToken } from '@/lib/accounts/email-token.store'
import { lockUser } from '@/lib/accounts/user.store'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { twenty, won } from '@/tests/kit/at-once'
import { lineUp } from '@/tests/kit/line-up'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { trySignIn } from '@/tests/kit/try-sign-in'
import { inviteUser } from '@/lib/users/invite-user'
import { changeUserRoles } from '@/lib/users/user-roles'

// Some wait for the account while others hash, which takes long on a loaded machine.
useTestDatabase({ patience: 20 })
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '1000', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const fresh = () => `${newId()}@example.org`
const userAt = (email: string) => db().user.findUniqueOrThrow({ where: { email } })
const attemptsAt = (email: string) =>
  db().registrationAttempt.findMany({ where: { user: { email } } })
/** Which of twenty passwords opens the account in the end. Exactly one must. */
async function opening(email: string, passwords: string[]): Promise<number[]> {
  const codes: string[] = []
  for (const password of passwords) codes.push(await trySignIn(email, password))
  return codes.flatMap((code, n) => (code === 'ok' ? [n] : []))
}
const choice = (n: number) => `a chosen passphrase ${n}`

describe('twenty concurrent registrations of one address', () => {
  it('with twenty passwords create one account with eight pending, none of them the sole one', async () => {
    const email = fresh()
    expect(won(await twenty((i) => register({ email, password: choice(i) }, ctx())))).toBe(20)
    expect(await db().user.count({ where: { email } })).toBe(1)
    const attempts = await attemptsAt(email)
    expect(attempts).toHaveLength(8)
    expect(attempts.filter(({ sole }) => sole)).toEqual([])
    const results = await db().auditRecord.findMany({
      where: { targetId: (await userAt(email)).id },
    })
    expect(results.map(({ details }) => (details as { result: string }).result).sort()).toEqual(
      [...Array(7).fill('added'), 'created', ...Array(12).fill('dropped')].sort(),
    )
  })

  it('with one password are one registration, and the sole one', async () => {
    const email = fresh()
    await twenty(() => register({ email, password: PASSWORD }, ctx()))
    expect(await attemptsAt(email)).toMatchObject([{ sole: true }])
  })
})

describe('twenty concurrent confirmations', () => {
  it('with one link confirm once', async () => {
    const { token } = await makeRegistration()
    expect(won(await twenty(() => verifyEmail({ token }, ctx())))).toBe(1)
  })

  it('of eight registrations, with twenty passwords: one wins, and only its password opens the account', async () => {
    const email = fresh()
    const links: string[] = []
    for (let n = 0; n < 8; n++)
      links.push((await makeRegistration({ email, password: choice(n) })).token)
    const results = await twenty((i) =>
      verifyEmail({ token: links[i % 8]!, password: choice(i) }, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(
      await opening(
        email,
        results.map((_, i) => choice(i)),
      ),
    ).toEqual([results.findIndex(({ ok }) => ok)])
    expect(await attemptsAt(email)).toEqual([])
  })

  const refusals = (results: { ok: boolean; code?: string }[]) => [
    ...new Set(results.map(({ ok, code }) => (ok ? 'ok' : code))),
  ]

  it('with only the link, after a registration of the same address: no password is activated', async () => {
    const { id, email, token } = await makeRegistration()
    const { first, others } = await lineUp({
      hold: (tx) => lockUser(tx, id),
      first: () => register({ email, password: choice(1) }, ctx()),
      others: () => verifyEmail({ token }, ctx()),
    })
    expect([first.ok, refusals(others)]).toEqual([true, ['password_required']])
    expect(await userAt(email)).toMatchObject({ id, status: 'pending', passwordHash: null })
    expect(await attemptsAt(email)).toMatchObject([{ sole: false }, { sole: false }])
  })

  it('with only the link, before registrations of the same address: they add nothing', async () => {
    const { id, email, token } = await makeRegistration()
    const { first, others } = await lineUp({
      hold: (tx) => lockUser(tx, id),
      first: () => verifyEmail({ token }, ctx()),
      others: (n) => register({ email, password: choice(n) }, ctx()),
    })
    expect([first.ok, won(others)]).toEqual([true, 19])
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
    expect(await attemptsAt(email)).toEqual([])
    const records = { targetId: id, action: 'user.registered', outcome: 'refused' } as const
    expect(await db().auditRecord.count({ where: records })).toBe(19)
  })

  it('after a role grant: no role goes to a password that was activated without being asked for', async () => {
    const { id, email, token } = await makeRegistration()
    const actor = await holderOf('users:role:change')
    const role = `role ${newId()}`
    await insertRole(role, [])
    const { first, others } = await lineUp({
      hold: (tx) => lockUser(tx, id),
      first: () => changeUserRoles(actor, { userId: id, roles: ['user', role] }, ctx()),
      others: () => verifyEmail({ token }, ctx()),
    })
    expect([first.ok, refusals(others)]).toEqual([true, ['password_required']])
    expect(await userAt(email)).toMatchObject({ status: 'pending', passwordHash: null })
  })

  it('before role grants: the account is active when it gets the role', async () => {
    const { id, email, token } = await makeRegistration()
    const actor = await holderOf('users:role:change')
    const role = `role ${newId()}`
    const roleId = await insertRole(role, [])
    const { first, others } = await lineUp({
      hold: (tx) => lockUser(tx, id),
      first: () => verifyEmail({ token }, ctx()),
      others: () => changeUserRoles(actor, { userId: id, roles: ['user', role] }, ctx()),
    })
    expect([first.ok, won(others)]).toEqual([true, 19])
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
    expect(await db().userRole.count({ where: { userId: id, roleId } })).toBe(1)
  })
})

describe('the link of a registration, an invitation and a reset used concurrently', () => {
  const linkTo = (userId: string, email: string, kind: EmailTokenKind) =>
    issueEmailToken(db(), { userId, kind, email }, new Date())

  it('leave one password: that of the last winner', async () => {
    const { id, email, token } = await makeRegistration()
    const reset = await linkTo(id, email, 'reset_password')
    const results = await twenty((i) =>
      i % 2
        ? verifyEmail({ token, password: choice(i) }, ctx())
        : resetPassword({ token: reset, password: choice(i) }, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(
      await opening(
        email,
        results.map((_, i) => choice(i)),
      ),
    ).toEqual([results.findIndex(({ ok }) => ok)])
    expect(await attemptsAt(email)).toEqual([])
  })

  it('give an invited account to one of its readers', async () => {
    const email = fresh()
    const actor = await holderOf('users:activate')
    const invited = await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())
    const { id } = invited.ok ? invited.user : { id: '' }
    const tokens = [
      await linkTo(id, email, 'invitation'),
      await linkTo(id, email, 'verify_email'),
      await linkTo(id, email, 'reset_password'),
    ]
    const use = [acceptInvitation, verifyEmail, resetPassword] as const
    const results = await twenty((i) =>
      use[i % 3]!({ token: tokens[i % 3]!, password: choice(i) }, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(
      await opening(
        email,
        results.map((_, i) => choice(i)),
      ),
    ).toEqual([results.findIndex(({ ok }) => ok)])
  })

  it.each([
    ['an invitation', [1, 0]],
    ['a confirmation', [0, 1]],
  ] as const)(
    '%s before invitations, registrations, and confirmations gives the account its one owner',
    async (winner, [invited, confirmed]) => {
      const { id, email, token } = await makeRegistration()
      const actor = await holderOf('users:activate')
      const results = { invitation: [] as boolean[], confirmation: [] as boolean[] }
      const invite = async () => {
        const { ok } = await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())
        results.invitation.push(ok)
      }
      const confirm = async () => {
        const { ok } = await verifyEmail({ token, password: PASSWORD }, ctx())
        results.confirmation.push(ok)
      }
      const again = async () => void (await register({ email, password: choice(1) }, ctx()))
      await lineUp({
        hold: (tx) => lockUser(tx, id),
        first: winner === 'an invitation' ? invite : confirm,
        others: (n) => [invite, confirm, again][n % 3]!(),
      })
      const count = (oks: boolean[]) => oks.filter(Boolean).length
      expect([count(results.invitation), count(results.confirmation)]).toEqual([invited, confirmed])
      const { status, invitedAt } = await userAt(email)
      expect([status, invitedAt !== null]).toEqual(invited ? ['pending', true] : ['active', false])
      expect(await attemptsAt(email)).toEqual([])
    },
  )
})
