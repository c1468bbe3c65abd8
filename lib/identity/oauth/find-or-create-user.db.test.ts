import { describe, expect, it } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { db } from '@/lib/platform/db/database'
import { enrolledUser } from '@/tests/kit/enroll-mfa'
import { everythingWritten, sessionOf, useProviders } from '@/tests/kit/external-journey'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders()
const email = 'ann@example.com'
const both = ['google', 'github'] as const
const actions = async () =>
  (await db().auditRecord.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action)
const mails = async () => (await db().job.findMany()).map(({ payload }) => payload)
const userOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })

describe('a first sign-in', () => {
  it('creates an account that is active and verified, without a password, with the role user', async () => {
    const before = (await actions()).length
    const { user } = sessionOf(await providers.signIn('google'))
    expect(await userOf(user.id)).toMatchObject({
      email,
      status: 'active',
      passwordHash: null,
      name: 'Ann',
    })
    expect((await userOf(user.id)).emailVerifiedAt).not.toBeNull()
    expect(await db().account.findMany()).toMatchObject([
      { provider: 'google', providerAccountId: 'g-1', userId: user.id, email },
    ])
    expect((await actions()).slice(before)).toEqual([
      'user.registered',
      'identity.linked',
      'session.created',
    ])
    expect(await mails()).toEqual([])
  })

  it('treats an address in any case as the same one', async () => {
    const user = await makeUser({ email })
    providers.google().state.person.email = 'Ann@Example.COM'
    expect(sessionOf(await providers.signIn('google')).user.id).toBe(user.id)
  })

  it.each([
    ['Ann\nBcc: x', null],
    [' Ann\n', 'Ann'],
  ])('omits a name that would be invalid here, and trims others: %j', async (name, kept) => {
    providers.google().state.person.name = name
    expect(sessionOf(await providers.signIn('google')).user.name).toBe(kept)
  })
})

describe('a known identity', () => {
  it('is the same user when the provider gives another address later; the address here stays', async () => {
    const first = sessionOf(await providers.signIn('google')).user
    providers.google().state.person.email = 'ann@elsewhere.example'
    const second = sessionOf(await providers.signIn('google')).user
    expect(second).toMatchObject({ id: first.id, email })
    providers.google().state.person.email_verified = false
    expect(sessionOf(await providers.signIn('google')).user.id).toBe(first.id)
  })

  it('is not opened by another user of that provider who has its address now', async () => {
    await providers.signIn('google')
    const before = await everythingWritten()
    providers.google().state.person.sub = 'g-2'
    expect(await providers.signIn('google')).toMatchObject({
      ok: false,
      code: 'account_link_required',
    })
    expect(await everythingWritten()).toEqual(before)
  })

  it.each(['deactivated', 'deleted'] as const)(
    'does not open an account that was %s in the meantime',
    async (status) => {
      const { user } = sessionOf(await providers.signIn('google'))
      const away = await providers.leave('google')
      await db().user.update({ where: { id: user.id }, data: { status } })
      const before = await everythingWritten()
      const identity = await db().account.findFirstOrThrow()
      expect(await providers.comeBack(away)).toMatchObject({ ok: false, code: 'account_disabled' })
      providers.google().state.person.sub = 'g-2'
      expect(await providers.signIn('google')).toMatchObject({
        ok: false,
        code: 'account_disabled',
      })
      expect(await everythingWritten()).toEqual(before)
      expect(await db().account.findFirstOrThrow()).toEqual(identity)
    },
  )

  it('gets a second provider by its verified address', async () => {
    const first = sessionOf(await providers.signIn('google')).user
    expect(sessionOf(await providers.signIn('github')).user.id).toBe(first.id)
    expect(await db().account.count()).toBe(2)
  })
})

describe('an account with that address', () => {
  it.each(both)(
    'that is verified is connected, and its owner is notified by email',
    async (provider) => {
      const user = await makeUser({ email })
      expect(sessionOf(await providers.signIn(provider)).user.id).toBe(user.id)
      const label = provider === 'google' ? 'Google' : 'GitHub'
      expect(await mails()).toMatchObject([
        { mail: 'identity_linked', userId: user.id, provider: label },
      ])
      expect((await userOf(user.id)).passwordHash).not.toBeNull()
      expect((await actions()).slice(-2)).toEqual(['identity.linked', 'session.created'])
    },
  )

  it.each([['active'], ['pending']] as const)(
    'that has permissions is not connected by its address (%s)',
    async (status) => {
      const user = await makeUser({ email, admin: true, status })
      const before = [await everythingWritten(), await userOf(user.id)]
      for (const provider of both)
        expect(await providers.signIn(provider)).toMatchObject({
          ok: false,
          code: 'account_link_required',
        })
      expect([await everythingWritten(), await userOf(user.id)]).toEqual(before)
    },
  )

  it('that is active with an unproven address is not connected', async () => {
    const user = await makeUser({ email })
    await db().user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } })
    const before = await everythingWritten()
    expect(await providers.signIn('google')).toMatchObject({
      ok: false,
      code: 'account_link_required',
    })
    expect(await everythingWritten()).toEqual(before)
  })

  it('that an administrator created keeps the name and language that they entered', async () => {
    const { id } = await makeUser({ email, status: 'pending' })
    const invited = { invitedAt: new Date(), emailVerifiedAt: null, locale: 'tr' }
    await db().user.update({ where: { id }, data: { ...invited, name: 'Ann Lee' } })
    providers.google().state.person.name = ''
    expect(sessionOf(await providers.signIn('google')).user.id).toBe(id)
    expect(await userOf(id)).toMatchObject({ name: 'Ann Lee', locale: 'tr', status: 'active' })
  })

  it.each([
    ['gets the name and language that its import left out', {}, { name: 'Ann', locale: 'en' }],
    [
      'keeps those that its import gave',
      { name: 'Ann Lee', locale: 'tr' },
      { name: 'Ann Lee', locale: 'tr' },
    ],
  ])('whose address only an import calls verified %s', async (_, given, kept) => {
    const { id } = await makeUser({ email })
    const asserted = { invitedAt: new Date(), firstVerifiedAt: null, name: null, locale: null }
    await db().user.update({ where: { id }, data: { ...asserted, ...given } })
    expect(sessionOf(await providers.signIn('google')).user.id).toBe(id)
    const proven = { firstVerifiedAt: expect.any(Date), passwordHash: null }
    expect(await userOf(id)).toMatchObject({ ...kept, ...proven })
  })

  it('whose address was proven gets no name and language', async () => {
    const { id } = await makeUser({ email })
    await db().user.update({ where: { id }, data: { name: null, locale: null } })
    expect(sessionOf(await providers.signIn('google')).user.id).toBe(id)
    expect(await userOf(id)).toMatchObject({ name: null, locale: null })
  })

  it('that was planted is given to the owner of the address, and nothing else opens it any more', async () => {
    const user = await makeUser({ email })
    const planted = await makeSession(user.id, ctx())
    const by = { userId: user.id, now: new Date() }
    await db().user.update({
      where: { id: user.id },
      data: { status: 'pending', emailVerifiedAt: null, name: 'Mallory', mfaEnabledAt: by.now },
    })
    await db().account.create({
      data: {
        provider: 'github',
        providerAccountId: '666',
        userId: user.id,
        linkedAt: by.now,
        lastUsedAt: by.now,
      },
    })
    await db().mfaFactor.create({
      data: { userId: user.id, secretSealed: new Uint8Array(8), lastStep: 1n, createdAt: by.now },
    })
    await db().recoveryCode.create({ data: { userId: user.id, codeHash: new Uint8Array(32) } })
    await issueEmailToken(db(), { userId: user.id, kind: 'reset_password', email }, by.now)
    const { user: owner } = sessionOf(await providers.signIn('google'))
    expect(owner).toMatchObject({
      id: user.id,
      name: 'Ann',
      email_verified: true,
      mfa_enabled: false,
      roles: ['user'],
    })
    expect(await userOf(user.id)).toMatchObject({
      passwordHash: null,
      status: 'active',
      mfaEnabledAt: null,
    })
    expect(await db().account.findMany()).toMatchObject([
      { provider: 'google', providerAccountId: 'g-1' },
    ])
    const where = { userId: user.id }
    for (const left of [
      await db().mfaFactor.count({ where }),
      await db().recoveryCode.count({ where }),
      await db().emailToken.count({ where }),
      await db().sessionFamily.count({
        where: { ...where, revokedAt: null, id: planted.sessionId },
      }),
    ])
      expect(left).toBe(0)
    const credential = {
      accessToken: planted.accessToken,
      surface: 'api',
      presentedByClient: true,
    } as const
    expect(await authenticate(credential, new Date())).toMatchObject({ ok: false })
    expect((await actions()).slice(-2)).toEqual(['identity.reclaimed', 'session.created'])
  })
})

it.each(['web', 'api'] as const)(
  'a sign-in to an account with a second factor requires it (%s)',
  async (surface) => {
    const user = await enrolledUser()
    providers.google().state.person.email = user.email
    const sessions = await db().sessionFamily.count()
    const finished = await providers.signIn('google', surface)
    expect(finished).toMatchObject({
      kind: 'signed-in',
      signIn: { challenge: { expiresInSeconds: 300 } },
    })
    expect(await db().sessionFamily.count()).toBe(sessions)
    expect(await db().mfaChallenge.findFirstOrThrow()).toMatchObject({
      surface,
      amr: ['fed'],
      passwordChecked: true,
    })
  },
)
