import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { confirmEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import {
  completeSetup,
  createAdministrator,
  issueSetupLink,
} from '@/lib/identity/registration/first-administrator'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser, insertWaitingUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { trySignIn } from '@/tests/kit/try-sign-in'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { inviteUser } from '@/lib/users/invite-user'

useTestDatabase()
const queue = useMailQueue({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
beforeAll(() => syncCatalog(new Date()))

const STRANGERS = 'the password of a stranger'
const BAD_LINK = { ok: false, code: 'invalid_or_expired_token' }
const userAt = (email: string) => db().user.findUnique({ where: { email } })
const otherRegistration = () => makeRegistration({ password: STRANGERS, name: 'Mallory' })
const setUp = async (email: string) => {
  const token = new URL((await issueSetupLink(new Date()))!).searchParams.get('token')!
  return completeSetup({ token, email, password: PASSWORD }, ctx())
}
const mailed = async (email: string) => {
  await queue.work(new Date())
  return queue.mails().filter(({ envelope }) => envelope.to[0] === email)
}
const tokenIn = (text: string | undefined) => /\?token=([\w-]{43})\s/.exec(text ?? '')?.[1] ?? ''

/** What remains of a replaced registration: that it was erased. */
async function expectErased(id: string, actorId: string | null) {
  expect(await db().user.count({ where: { id } })).toBe(0)
  expect(
    await db().auditRecord.findMany({ where: { targetId: id, action: 'user.erased' } }),
  ).toMatchObject([{ outcome: 'ok', actorId, details: { reason: 'replaced' } }])
  expect(await db().auditErasure.findFirst({ where: { userId: id } })).toMatchObject({
    finishedAt: null,
  })
}

describe('an unconfirmed registration is replaced by an invitation', () => {
  it('with its password, name and links; the invited user gets the account', async () => {
    const { id, email, token } = await otherRegistration()
    await register({ email, password: `${STRANGERS} 2` }, ctx())
    await db().job.deleteMany()
    const actor = await holderOf('users:activate')
    const invited = await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())
    expect(invited).toMatchObject({
      ok: true,
      user: { email, status: 'pending', name: null, roles: ['user'] },
    })
    await expectErased(id, actor.userId)
    expect(await db().registrationAttempt.count({ where: { userId: id } })).toBe(0)
    for (const password of [undefined, STRANGERS])
      expect(await verifyEmail({ token, password }, ctx())).toEqual(BAD_LINK)
    expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
    const [mail] = await mailed(email)
    const accepted = await acceptInvitation(
      { token: tokenIn(mail?.message.text), password: PASSWORD },
      ctx(),
    )
    expect(accepted).toMatchObject({ ok: true, session: { user: { email, name: null } } })
    expect(
      await db().auditRecord.findFirst({
        where: { action: 'user.invited', actorId: actor.userId },
      }),
    ).toMatchObject({
      outcome: 'ok',
      details: { replaced_registration: id },
    })
  })

  it('only if the inviter can remove the roles it was given meanwhile', async () => {
    const { id, email } = await otherRegistration()
    await insertRole(`role ${newId()}`, ['audit:list'], [id])
    const invite = async (...holds: Parameters<typeof holderOf>) =>
      inviteUser(await holderOf(...holds), { email, name: null, roles: ['user'] }, ctx())
    expect(await invite('users:activate')).toMatchObject({ code: 'insufficient_permission' })
    expect(await invite('users:activate', 'users:role:change')).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await userAt(email)).toMatchObject({ id, invitedAt: null })
    const invited = await invite('users:activate', 'users:role:change', 'audit:list')
    expect(invited).toMatchObject({ ok: true, user: { roles: ['user'] } })
  })
})

describe('an unconfirmed registration does not block its address', () => {
  it('for an account whose owner verifies it', async () => {
    const { id, email } = await otherRegistration()
    const user = await makeUser()
    const session = await makeSession(user.id, ctx())
    const principal = { ...(await principalOf(user.id)), sessionId: session.sessionId }
    await db().job.deleteMany()
    await requestEmailChange({ newEmail: email, password: PASSWORD }, principal, ctx())
    const [mail] = await mailed(email)
    expect(mail?.message.subject).toBe('Confirm your new email address')
    expect(await confirmEmailChange({ token: tokenIn(mail?.message.text) }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await userAt(email)).toMatchObject({ id: user.id })
    await expectErased(id, user.id)
  })

  it('for an account that an administrator gives it to', async () => {
    const { id, email } = await otherRegistration()
    const user = await insertUser()
    const actor = await holderOf('users:email:change:any')
    expect(await changeUserEmail(actor, { userId: user.id, email }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await userAt(email)).toMatchObject({ id: user.id })
    await expectErased(id, actor.userId)
  })

  it('for the first administrator, whose account keeps nothing from the other registrant', async () => {
    await db().user.updateMany({ where: { status: 'active' }, data: { status: 'deactivated' } })
    const { id, email } = await otherRegistration()
    const at = new Date()
    await db().mfaFactor.create({
      data: { userId: id, secretSealed: new Uint8Array(8), lastStep: 1n, createdAt: at },
    })
    const made = await setUp(email)
    expect(made).toMatchObject({ ok: true, session: { user: { name: null, mfa_enabled: false } } })
    expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
    expect(await db().mfaFactor.count({ where: { userId: id } })).toBe(0)
    await expectErased(id, null)
  })

  it('for an administrator from the command line', async () => {
    const { id, email } = await otherRegistration()
    const made = await createAdministrator({ email, password: PASSWORD, name: null }, ctx())
    expect(made).toMatchObject({ ok: true, user: { status: 'active', roles: ['admin'] } })
    await expectErased(id, null)
  })
})

describe('an administrator from the setup link or the command line gets no address of', () => {
  const expectKept = async (email: string) => {
    const before = await userAt(email)
    expect(await createAdministrator({ email, password: PASSWORD, name: null }, ctx())).toEqual(
      expect.objectContaining({ ok: false, code: 'email_taken' }),
    )
    await db().user.updateMany({ where: { status: 'active' }, data: { status: 'deactivated' } })
    expect(await setUp(email)).toMatchObject({ ok: false, code: 'email_taken' })
    expect(await userAt(email)).toEqual(before)
  }

  it('an invited user', async () => {
    const actor = await holderOf('users:activate')
    const email = `${newId()}@example.org`
    await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())
    await expectKept(email)
  })

  it('an imported user with a password', async () => {
    const { id, email } = await insertUser({ status: 'pending', passwordHash: 'imported' })
    await db().user.update({ where: { id }, data: { invitedAt: new Date() } })
    await expectKept(email)
  })

  it('a registration that waits for approval', async () => {
    const id = await insertWaitingUser()
    const { email } = await db().user.findUniqueOrThrow({ where: { id } })
    await expectKept(email)
  })
})

describe('an administrator who activates a registration', () => {
  const activate = async (userId: string) =>
    changeUserStatus(await insertedAdmin(), { userId, move: 'activate' }, ctx())
  const insertedAdmin = async () => principalOf((await insertAdministrator()).id)

  it('confirms its only registrant: their password works', async () => {
    const { id, email } = await makeRegistration({ name: 'Ada' })
    expect(await activate(id)).toMatchObject({ ok: true, user: { status: 'active', name: 'Ada' } })
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
    expect(await db().registrationAttempt.count({ where: { userId: id } })).toBe(0)
  })

  it.each([
    [
      'was registered more than once',
      (one: { email: string }) => register({ email: one.email, password: PASSWORD }, ctx()),
    ],
    [
      'was given a role',
      (one: { id: string }) => insertRole(`role ${newId()}`, ['audit:list'], [one.id]),
    ],
  ])(
    'activates no password when the address %s: its owner is emailed a link',
    async (_, contest) => {
      const { id, email, token } = await otherRegistration()
      await contest({ id, email })
      await db().job.deleteMany()
      expect(await activate(id)).toMatchObject({ ok: true, user: { status: 'active' } })
      expect(await userAt(email)).toMatchObject({ passwordHash: null })
      for (const password of [PASSWORD, STRANGERS])
        expect(await trySignIn(email, password)).toBe('invalid_credentials')
      expect((await mailed(email)).map(({ message }) => message.subject)).toEqual([
        'Reset your password',
      ])
      expect(await verifyEmail({ token }, ctx())).toMatchObject({ code: 'password_required' })
    },
  )

  it.each(['deactivate', 'delete'] as const)(
    'after a %s does not reactivate a registrant’s password',
    async (move) => {
      const { id, email, token } = await otherRegistration()
      await changeUserStatus(await insertedAdmin(), { userId: id, move }, ctx())
      expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
      await changeUserStatus(
        await insertedAdmin(),
        { userId: id, move: move === 'delete' ? 'restore' : 'activate' },
        ctx(),
      )
      expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
      expect(await verifyEmail({ token }, ctx())).toEqual(BAD_LINK)
      expect(await userAt(email)).toMatchObject({ passwordHash: null })
    },
  )

  const invite = async () => {
    const invitation = { email: `${newId()}@example.org`, name: null, roles: ['user'] }
    const invited = await inviteUser(await holderOf('users:activate'), invitation, ctx())
    return invited.ok ? invited.user.id : ''
  }
  const make = {
    'a registration': async () => (await otherRegistration()).id,
    'an invited user': invite,
    'an activated invited user': async () => {
      const id = await invite()
      await activate(id)
      return id
    },
  }
  const READY = /^Your account at .+ is ready$/

  it.each([
    ['a registration', ['deactivate', 'activate'], /^Reset your password$/],
    ['a registration', ['delete', 'restore', 'activate'], /^Reset your password$/],
    ['an invited user', ['deactivate', 'activate'], READY],
    ['an invited user', ['delete', 'restore', 'activate'], READY],
    ['an activated invited user', ['delete', 'restore'], READY],
  ] as const)('emails %s how to choose a password after %j', async (who, moves, subject) => {
    const id = await make[who]()
    const { email } = await db().user.findUniqueOrThrow({ where: { id } })
    await db().job.deleteMany()
    for (const move of moves)
      expect(
        await changeUserStatus(await insertedAdmin(), { userId: id, move }, ctx()),
      ).toMatchObject({ ok: true })
    expect((await mailed(email)).map(({ message }) => message.subject)).toEqual([
      expect.stringMatching(subject),
    ])
  })

  it('emails an invited user nothing more while a link for their address is valid', async () => {
    const id = await invite()
    const { email } = await db().user.findUniqueOrThrow({ where: { id } })
    expect(await mailed(email)).toHaveLength(1)
    expect(await activate(id)).toMatchObject({ ok: true, user: { status: 'active' } })
    expect(await mailed(email)).toHaveLength(1)
  })

  it.each([
    ['has a provider', { provider: true }],
    ['has confirmed an earlier address', { provider: false }],
  ])('emails nothing to the unconfirmed address of a user who %s', async (_, { provider }) => {
    const { id } = await insertUser({ status: provider ? 'pending' : 'active' })
    const at = new Date()
    const linked = { provider: 'google', providerAccountId: newId(), linkedAt: at, lastUsedAt: at }
    if (provider) await db().account.create({ data: { ...linked, userId: id } })
    await db().user.update({
      where: { id },
      data: { status: 'deactivated', emailVerifiedAt: null },
    })
    await db().job.deleteMany()
    expect(await activate(id)).toMatchObject({ ok: true, user: { status: 'active' } })
    expect(await db().job.count({ where: { kind: 'mail' } })).toBe(0)
  })

  it('after a deactivation tells a registration that waited for approval', async () => {
    const id = await insertWaitingUser()
    await changeUserStatus(await insertedAdmin(), { userId: id, move: 'deactivate' }, ctx())
    await db().job.deleteMany()
    expect(await activate(id)).toMatchObject({ ok: true, user: { status: 'active' } })
    expect(await db().job.findMany({ where: { kind: 'mail' } })).toMatchObject([
      { payload: { mail: 'registration_approved', userId: id } },
    ])
  })

  it('after a deactivation emails no one who has a password or a confirmed address', async () => {
    const both = [
      await insertUser({ status: 'deactivated', passwordHash: 'imported' }),
      await insertUser({ status: 'deactivated' }),
    ]
    await db().job.deleteMany()
    for (const { id } of both) expect(await activate(id)).toMatchObject({ ok: true })
    expect(await db().job.count({ where: { kind: 'mail' } })).toBe(0)
  })

  it('after changing its address keeps nothing from the registrant of the old one', async () => {
    const { id } = await otherRegistration()
    const email = `${newId()}@new.example`
    await changeUserEmail(await insertedAdmin(), { userId: id, email }, ctx())
    expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
    const token = await issueEmailToken(
      db(),
      { userId: id, kind: 'verify_email', email },
      new Date(),
    )
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ code: 'password_required' })
  })
})
