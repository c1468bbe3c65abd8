import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { insertAppPermission, insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { createInvitationLink } from '@/lib/users/invite-user'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})
beforeEach(() => db().emailToken.deleteMany())

const DEAD = { ok: false, code: 'invalid_or_expired_token' }
const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const use = (token: string, now = new Date()) =>
  acceptInvitation({ token, password: PASSWORD }, ctx({ now }))

const inviter = async () => livePrincipalOf((await holderOf('users:activate')).userId)

async function invited() {
  const user = await insertUser({ status: 'pending' })
  await db().user.update({ where: { id: user.id }, data: { invitedAt: new Date() } })
  return user
}

async function linkFor(actor: SessionPrincipal, userId: string) {
  const made = await createInvitationLink(actor, { userId }, ctx())
  if (!made.ok) throw new Error(made.code)
  const token = new URL(made.link.url).searchParams.get('token')!
  return { ...made.link, token }
}

/** An administrator with a password whose last authentication was eleven minutes ago. */
async function elevenMinutesIn(): Promise<SessionPrincipal> {
  const { id } = await makeUser()
  await insertRole(`desk ${newId()}`, ['users:activate'], [id])
  return { ...(await livePrincipalOf(id)), authTime: addSeconds(new Date(), -660) }
}

describe('an invitation link copied by an administrator', () => {
  it('opens the account once and for seven days, and leaves the address unverified', async () => {
    const [actor, user, late] = [await inviter(), await invited(), await invited()]
    const { url, token, expiresAt } = await linkFor(actor, user.id)
    expect(url).toMatch(/\/auth\/invitation\?token=[\w-]{43}$/)
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(7)
    expect(await use(token)).toMatchObject({
      ok: true,
      session: { user: { id: user.id, email_verified: false } },
    })
    expect(await rowOf(user.id)).toMatchObject({
      status: 'active',
      emailVerifiedAt: null,
      firstVerifiedAt: null,
    })
    expect(await use(token)).toEqual(DEAD)
    const old = await linkFor(actor, late.id)
    expect(await use(old.token, addSeconds(new Date(), 7 * 86_400 + 1))).toEqual(DEAD)
  })

  it('is stored only as a hash, and audited with its creator but without the link', async () => {
    const [actor, user] = [await inviter(), await invited()]
    const { token } = await linkFor(actor, user.id)
    const [stored, ...more] = await db().emailToken.findMany()
    expect([stored!.issuedById, more]).toEqual([actor.userId, []])
    expect(Buffer.from(stored!.tokenHash)).toEqual(sha256(token))
    expect(JSON.stringify(stored)).not.toContain(token)
    await use(token)
    const records = await db().auditRecord.findMany({
      where: { targetId: user.id },
      orderBy: { id: 'asc' },
    })
    expect(records).toMatchObject([
      { action: 'user.invitation_link_created', outcome: 'ok', actorId: actor.userId },
      { action: 'invitation.accepted', actorId: user.id, details: { link_shown_to: actor.userId } },
    ])
    expect(JSON.stringify(records)).not.toContain(token)
    expect(await db().job.count({ where: { kind: 'mail' } })).toBe(0)
  })

  it('replaces the one copied before, by anyone; an emailed link stays valid', async () => {
    const user = await invited()
    const mailed = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'invitation', email: user.email },
      new Date(),
    )
    const first = await linkFor(await inviter(), user.id)
    const second = await linkFor(await inviter(), user.id)
    expect(await use(first.token)).toEqual(DEAD)
    expect((await rowOf(user.id)).passwordHash).toBeNull()
    expect(await use(mailed)).toMatchObject({
      ok: true,
      session: { user: { email_verified: true } },
    })
    expect(await use(second.token)).toEqual(DEAD)
  })

  it.each(['deactivated', 'deleted'] as const)(
    'is invalid while its creator is %s, but not used up',
    async (status) => {
      const [actor, user] = [await inviter(), await invited()]
      const { token } = await linkFor(actor, user.id)
      const creator = { where: { id: actor.userId } }
      await db().user.update({ ...creator, data: { status } })
      expect(await use(token)).toEqual(DEAD)
      expect(await rowOf(user.id)).toMatchObject({ status: 'pending', passwordHash: null })
      await db().user.update({ ...creator, data: { status: 'active' } })
      expect(await use(token)).toMatchObject({ ok: true })
    },
  )

  it('is invalid while its creator lacks the permission, but not used up, and audited', async () => {
    const [actor, user] = [await inviter(), await invited()]
    const { token } = await linkFor(actor, user.id)
    const roles = await db().userRole.findMany({ where: { userId: actor.userId } })
    await db().userRole.deleteMany({ where: { userId: actor.userId } })
    const refused = { where: { action: 'invitation.refused', outcome: 'refused' } }
    const before = await db().auditRecord.count(refused)
    expect(await use(token)).toEqual(DEAD)
    expect(await db().auditRecord.count(refused)).toBe(before + 1)
    await db().userRole.createMany({ data: roles })
    expect(await use(token)).toMatchObject({ ok: true })
  })

  it('is invalid when its creator no longer exists', async () => {
    const [actor, user] = [await inviter(), await invited()]
    const { token } = await linkFor(actor, user.id)
    await db().user.delete({ where: { id: actor.userId } })
    expect(await use(token)).toEqual(DEAD)
    expect(await rowOf(user.id)).toMatchObject({ status: 'pending', passwordHash: null })
  })

  it('is invalid when the account has more permissions than its creator: they cannot use it themselves', async () => {
    const [actor, user] = [await inviter(), await invited()]
    const { token } = await linkFor(actor, user.id)
    await insertRole(`more ${newId()}`, ['audit:list'], [user.id])
    expect(await use(token)).toEqual(DEAD)
    expect(await rowOf(user.id)).toMatchObject({ status: 'pending', passwordHash: null })
    expect(await db().sessionFamily.count({ where: { userId: user.id } })).toBe(0)
  })

  it('lends no permission of an application either, before or after its creation', async () => {
    const [actor, user] = [await inviter(), await invited()]
    const { token } = await linkFor(actor, user.id)
    const name = 'crm:contacts:export'
    await insertAppPermission(name)
    await insertRole(`sales ${newId()}`, [name], [user.id])
    expect(await use(token)).toEqual(DEAD)
    expect(await createInvitationLink(actor, { userId: user.id }, ctx())).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await db().sessionFamily.count({ where: { userId: user.id } })).toBe(0)
  })
})

describe('copying an invitation link', () => {
  it('needs authentication within the last ten minutes: the password, or else a new sign-in', async () => {
    const [actor, user] = [await elevenMinutesIn(), await invited()]
    const ask = (who: SessionPrincipal, password?: string) =>
      createInvitationLink(who, { userId: user.id, password }, ctx())
    expect(await ask(actor)).toMatchObject({ code: 'reauthentication_required' })
    expect(await ask(actor, 'a wrong passphrase')).toMatchObject({ code: 'invalid_credentials' })
    const withoutPassword = { ...(await inviter()), authTime: actor.authTime }
    expect(await ask(withoutPassword, PASSWORD)).toMatchObject({
      code: 'reauthentication_required',
    })
    expect(await db().emailToken.count()).toBe(0)
    const audited = { action: 'user.invitation_link_refused', actorId: actor.userId }
    expect(await db().auditRecord.count({ where: audited })).toBe(1)
    expect(await ask(actor, PASSWORD)).toMatchObject({ ok: true })
  })

  it('is refused, and creates no link, after the session of the request has ended', async () => {
    const [actor, user] = [await inviter(), await invited()]
    const ended = { revokedAt: new Date(), revokedReason: 'revoked_by_owner' as const }
    await db().sessionFamily.update({ where: { id: actor.sessionId }, data: ended })
    expect(await createInvitationLink(actor, { userId: user.id }, ctx())).toMatchObject({
      code: 'session_revoked',
    })
    expect(await db().emailToken.count()).toBe(0)
  })

  it('needs the permission, everything the account has, and a pending invitation; else nothing is written', async () => {
    const able = await inviter()
    const [open, strong, registered] = [
      await invited(),
      await invited(),
      await insertUser({ status: 'pending' }),
    ]
    await insertRole(`more ${newId()}`, ['audit:list'], [strong.id])
    const closed = await Promise.all(
      (['active', 'deactivated', 'deleted'] as const).map(async (status) => {
        const user = await insertUser({ status })
        await db().user.update({ where: { id: user.id }, data: { invitedAt: new Date() } })
        return user
      }),
    )
    for (const [actor, target, code] of [
      [await holderOf('users:list', 'users:read'), { userId: open.id }, 'insufficient_permission'],
      [able, { userId: strong.id }, 'privilege_escalation'],
      [able, { userId: open.id, versions: [9] }, 'precondition_failed'],
      [able, { userId: newId() }, 'not_found'],
      ...[registered, ...closed].map(({ id }) => [able, { userId: id }, 'conflict'] as const),
    ] as const)
      expect(await createInvitationLink(actor, target, ctx())).toMatchObject({ ok: false, code })
    expect(await db().emailToken.count()).toBe(0)
    expect(await rowOf(open.id)).toMatchObject({ version: 1 })
  })
})
