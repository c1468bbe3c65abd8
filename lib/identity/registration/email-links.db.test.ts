import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailChangeToken } from '@/lib/accounts/email-change.store'
import { type EmailTokenKind, issueEmailToken } from '@/lib/accounts/email-token.store'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { inspectMailedLink } from '@/lib/identity/registration/email-links'
import {
  completeSetup,
  inspectSetupLink,
  issueSetupLink,
} from '@/lib/identity/registration/first-administrator'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const NOW = new Date()
const LOOKS = 5
const freshEmail = () => `${newId()}@example.org`
const tokenFor = (user: { id: string; email: string }, kind: EmailTokenKind, now = NOW) =>
  issueEmailToken(db(), { userId: user.id, kind, email: user.email }, now)
const lookAtReset = (token: string, now = NOW) =>
  inspectMailedLink('reset_password', { token, now })
const lookAtInvitation = (token: string) => inspectMailedLink('invitation', { token, now: NOW })

async function invited(name: string | null) {
  const { id, email } = await db().user.create({
    data: { id: newId(), email: freshEmail(), name, invitedAt: NOW },
    select: { id: true, email: true },
  })
  return { id, email, token: await tokenFor({ id, email }, 'invitation') }
}

describe('a reset link', () => {
  it('is shown as valid each time it is opened, and then works: viewing consumes nothing', async () => {
    const user = await makeUser()
    const token = await tokenFor(user, 'reset_password')
    for (let i = 0; i < LOOKS; i++)
      expect(await lookAtReset(token)).toEqual({ email: user.email, name: null })
    expect(await resetPassword({ token, password: 'a quite different passphrase' }, ctx())).toEqual(
      {
        ok: true,
      },
    )
    expect(await lookAtReset(token)).toBeNull()
  })

  it('looks the same when unknown, malformed, expired, of another kind, for an old address or for a closed account', async () => {
    const [user, moved, closed] = [await makeUser(), await makeUser(), await makeUser()]
    const oldAddress = await tokenFor(moved, 'reset_password')
    await db().user.update({ where: { id: moved.id }, data: { email: freshEmail() } })
    const ofClosed = await tokenFor(closed, 'reset_password')
    await db().user.update({ where: { id: closed.id }, data: { status: 'deactivated' } })
    const good = await tokenFor(user, 'reset_password')
    const dead = [
      'A'.repeat(43),
      'x',
      '\0',
      `${good}A`,
      await tokenFor(user, 'verify_email'),
      oldAddress,
      ofClosed,
    ]
    for (const token of dead) expect(await lookAtReset(token)).toBeNull()
    expect(await lookAtReset(good, addSeconds(NOW, 31 * 60))).toBeNull()
  })
})

describe('an invitation', () => {
  it('shows the address and the name that the administrator gave, which stays unless another one is given', async () => {
    const [kept, changed] = [await invited('Grace Hopper'), await invited('Grace')]
    expect(await lookAtInvitation(kept.token)).toEqual({ email: kept.email, name: 'Grace Hopper' })
    const accept = (token: string, name?: string) =>
      acceptInvitation({ token, password: PASSWORD, name }, ctx())
    expect(await accept(kept.token)).toMatchObject({ session: { user: { name: 'Grace Hopper' } } })
    expect(await accept(changed.token, 'Amazing Grace')).toMatchObject({
      session: { user: { name: 'Amazing Grace' } },
    })
    expect(await lookAtInvitation(kept.token)).toBeNull()
  })

  it('is invalid after its account gets a password or a confirmed address another way', async () => {
    const [byReset, byProvider] = [await invited(null), await invited(null)]
    await db().user.update({ where: { id: byReset.id }, data: { passwordHash: 'x' } })
    await db().user.update({ where: { id: byProvider.id }, data: { emailVerifiedAt: NOW } })
    for (const { token } of [byReset, byProvider]) {
      expect(await lookAtInvitation(token)).toBeNull()
      expect(await acceptInvitation({ token, password: PASSWORD }, ctx())).toMatchObject({
        code: 'invalid_or_expired_token',
      })
    }
  })
})

describe('a link to a new address', () => {
  it('shows that address, and nothing after a newer link replaced it', async () => {
    const { id: userId } = await makeUser()
    const [changeId, newEmail] = [newId(), freshEmail()]
    await db().emailChange.create({
      data: { userId, id: changeId, newEmail, requestedAt: NOW, expiresAt: addSeconds(NOW, 600) },
    })
    const issue = () => issueEmailChangeToken(db(), { userId, changeId, now: NOW })
    const look = (token: string | null) =>
      inspectMailedLink('email_change', { token: token ?? '', now: NOW })
    const [older, newer] = [await issue(), await issue()]
    expect(await look(older)).toBeNull()
    for (let i = 0; i < LOOKS; i++) expect(await look(newer)).toMatchObject({ email: newEmail })
  })
})

describe('the setup link', () => {
  const tokenOf = (link: string | null) => new URL(link!).searchParams.get('token')!
  const look = (token: string, now = NOW) => inspectSetupLink({ token, now })

  it('is valid until it is replaced, expires or has created the administrator, and shows the address it is bound to', async () => {
    const dead = { live: false, hasAdministrator: false }
    const older = tokenOf(await issueSetupLink(NOW))
    expect(await look(older)).toEqual({ live: true, email: null })
    useSettings({ BOOTSTRAP_ADMIN_EMAIL: 'root@example.org' })
    const token = tokenOf(await issueSetupLink(NOW))
    for (const wrong of [older, 'A'.repeat(43), 'x']) expect(await look(wrong)).toEqual(dead)
    expect(await look(token, addSeconds(NOW, 3601))).toEqual(dead)
    for (let i = 0; i < LOOKS; i++)
      expect(await look(token)).toEqual({ live: true, email: 'root@example.org' })
    const input = { token, email: 'root@example.org', password: PASSWORD }
    expect(await completeSetup(input, ctx())).toMatchObject({ ok: true })
    expect(await look(token)).toEqual({ live: false, hasAdministrator: true })
  })
})
