import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { insertAuditRecords } from '@/lib/audit/audit.store'
import { requestEmailChange } from '@/lib/identity/account/change-email'
import { exportOwnData } from '@/lib/identity/account/export-own-data'
import { ownExportResponse } from '@/lib/identity/account/own-account.responses'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { login } from '@/lib/identity/sign-in/login'
import { createPayment } from '@/lib/payments/create-payment'
import { refundPayment } from '@/lib/payments/refund-payment'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { inviteUser } from '@/lib/users/invite-user'
import { changeUserRoles } from '@/lib/users/user-roles'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

async function signedIn(userId: string): Promise<SessionPrincipal> {
  const { sessionId } = await makeSession(userId, ctx({ userAgent: 'their browser' }))
  return { ...(await principalOf(userId)), sessionId }
}

async function textOf(principal: SessionPrincipal): Promise<string> {
  const result = await exportOwnData(principal, ctx())
  if (!result.ok) throw new Error(result.code)
  let text = ''
  for await (const chunk of result.file.chunks) text += chunk
  return text
}

async function charge(userId: string): Promise<string> {
  const card = { paymentMethodToken: 'sim_frictionless', returnUrl: 'http://localhost:3000/' }
  const input = { amount: 1050, currency: 'EUR', ...card, idempotencyKey: 'key' }
  const made = await createPayment({ userId }, input, ctx())
  if (!made.ok) throw new Error(made.code)
  return made.payment.id
}

const read = (text: string) => ownExportResponse.parse(JSON.parse(text))

describe('the export of one’s own data', () => {
  it('contains the account, its sessions, devices, identities, second factor, pending change, links and records', async () => {
    const user = await makeUser()
    const principal = await signedIn(user.id)
    await login({ email: user.email, password: PASSWORD }, ctx())
    const identity = { provider: 'google', providerAccountId: 'sub-1', email: 'at@google.example' }
    const at = new Date()
    await db().account.create({
      data: { ...identity, userId: user.id, linkedAt: at, lastUsedAt: at },
    })
    const secret = { secretSealed: new Uint8Array(40).fill(7), lastStep: 1n, createdAt: at }
    await db().mfaFactor.create({ data: { ...secret, userId: user.id } })
    await db().recoveryCode.create({
      data: { userId: user.id, codeHash: new Uint8Array(32).fill(9) },
    })
    await requestEmailChange({ newEmail: 'next@new.example', password: PASSWORD }, principal, ctx())
    const by = { userId: user.id, kind: 'reset_password', email: user.email } as const
    const token = await issueEmailToken(db(), by, at)
    const text = await textOf(principal)
    const data = read(text)
    expect(data).toMatchObject({
      profile: { id: user.id, email: user.email, status: 'active' },
      password: { is_set: true },
      second_factor: {
        authenticator_added_at: at.toISOString(),
        recovery_codes: { total: 1, used_at: [] },
      },
      roles: [{ name: 'user' }],
      permissions: [],
      identities: [
        {
          provider: 'google',
          provider_label: 'Google',
          subject: 'sub-1',
          email: 'at@google.example',
        },
      ],
      announcements: { inbox: true, email: true },
      notification_draft: null,
      email_change: { new_email: 'next@new.example' },
      links_sent: [{ kind: 'reset_password', email: user.email, used_at: null }],
    })
    expect(data.sessions.map(({ id, current }) => [id === principal.sessionId, current])).toEqual([
      [false, false],
      [true, true],
    ])
    expect(data.devices).toHaveLength(2)
    expect(data.audit_records.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.exported', 'email.change_requested', 'session.created']),
    )
    expect(text).not.toContain(token)
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: user.id } })
    expect(text).not.toContain(passwordHash!)
    expect(text).not.toMatch(/argon|hash|sealed|jti|secret_|device_id|generation/i)
  })

  it('contains one’s API keys, also revoked ones, but no secret and no one else’s', async () => {
    const user = await makeUser()
    const principal = await signedIn(user.id)
    await makeApiKey((await makeUser()).id, [])
    const used = await makeApiKey(user.id, [], { allowedAddresses: ['203.0.113.7'] })
    const revoked = await makeApiKey(user.id, [])
    const ended = await revokeApiKey(principal, revoked.apiKey.id, ctx())
    expect(ended.ok).toBe(true)
    const text = await textOf(principal)
    expect(read(text).api_keys).toMatchObject([
      { id: revoked.apiKey.id, revoked_at: expect.any(String) },
      { id: used.apiKey.id, name: 'Nightly export', allowed_addresses: ['203.0.113.7'] },
    ])
    for (const { key } of [used, revoked]) expect(text).not.toContain(key)
  })

  it('contains the inbox, read or not, and no one else’s', async () => {
    const user = await makeUser()
    const principal = await signedIn(user.id)
    const stranger = await makeUser()
    const at = new Date()
    const item = {
      kind: 'other',
      title: 'Hello',
      body: null,
      href: '/dashboard',
      params: {},
      createdAt: at,
    }
    const [read1, unread, theirs] = [newId(), newId(), newId()]
    await db().inboxItem.createMany({
      data: [
        { ...item, id: read1, userId: user.id, readAt: at },
        { ...item, id: unread, userId: user.id },
        { ...item, id: theirs, userId: stranger.id },
      ],
    })
    expect(read(await textOf(principal)).inbox).toMatchObject([
      { id: unread, title: 'Hello', read_at: null },
      { id: read1, title: 'Hello', read_at: at.toISOString() },
    ])
  })

  it('contains the payments, and no one else’s', async () => {
    const user = await makeUser()
    const [mine] = [await charge(user.id), await charge((await makeUser()).id)]
    const data = read(await textOf(await signedIn(user.id)))
    expect(data.payments).toMatchObject([
      { id: mine, user_id: user.id, amount: 1050, currency: 'EUR' },
    ])
  })

  it('omits neither the outcome of a payment nor its refunds', async () => {
    const { userId } = await holderOf('payments:charge')
    const paymentId = await charge(userId)
    const input = { paymentId, amount: 50, idempotencyKey: newId() }
    expect(await refundPayment(await principalOf(userId), input, ctx())).toMatchObject({ ok: true })
    expect(read(await textOf(await signedIn(userId))).payments).toMatchObject([
      {
        id: paymentId,
        events: [
          { status: 'processing' },
          { status: 'succeeded' },
          { status: 'partially_refunded' },
        ],
        refunds: [{ amount: 50, status: 'succeeded' }],
      },
    ])
  })

  it('is audited before anything is sent', async () => {
    const user = await makeUser()
    await exportOwnData(await signedIn(user.id), ctx())
    const action = 'account.exported'
    expect(
      await db().auditRecord.count({ where: { action, actorId: user.id, targetId: user.id } }),
    ).toBe(1)
  })

  it('contains nothing of others: neither who acted on the user nor on whom the user acted', async () => {
    const user = await insertAdministrator()
    const admin = await holderOf('users:role:change', 'users:email:change:any')
    const other = await insertUser({ email: `${newId()}@other.example` })
    const principal = await signedIn(user.id)
    await changeUserEmail(principal, { userId: other.id, email: `${newId()}@moved.example` }, ctx())
    await inviteUser(
      principal,
      { email: `${newId()}@guest.example`, name: 'Guest', roles: ['user'] },
      ctx(),
    )
    const victim = await insertUser()
    const seen = ctx({ ip: '203.0.113.77', userAgent: 'the browser of the administrator' })
    await changeUserRoles(admin, { userId: victim.id, roles: ['user'] }, seen)
    const made = await textOf(principal)
    expect(made).not.toMatch(/other\.example|moved\.example|guest\.example|Guest/)
    expect(made).not.toContain(other.id)
    expect(
      read(made).audit_records.find(({ action }) => action === 'user.email_changed'),
    ).toMatchObject({
      actor: 'you',
      target: 'something_else',
      details: null,
    })
    const about = await textOf(await signedIn(victim.id))
    expect(about).not.toMatch(/203\.0\.113\.77|of the administrator/)
    expect(about).not.toContain(admin.userId)
    expect(
      read(about).audit_records.find(({ action }) => action === 'user.roles_changed'),
    ).toMatchObject({
      actor: 'somebody_else',
      target: 'you',
      ip: null,
      details: { before: [], after: ['user'] },
    })
  })

  it('omits the IP address of a stranger who tried to sign in to the account', async () => {
    const user = await makeUser()
    await login({ email: user.email, password: 'wrong' }, ctx({ ip: '203.0.113.78' }))
    const text = await textOf(await signedIn(user.id))
    expect(
      read(text).audit_records.find(({ action }) => action === 'session.refused'),
    ).toMatchObject({
      actor: 'nobody_signed_in',
      target: 'you',
    })
    expect(text).not.toContain('203.0.113.78')
  })

  it('is complete and without duplicates over many batches', async () => {
    const user = await makeUser()
    const principal = await signedIn(user.id)
    const from = await db().sessionFamily.findUniqueOrThrow({ where: { id: principal.sessionId } })
    await db().sessionFamily.createMany({
      data: Array.from({ length: 510 }, () => ({ ...from, id: newId() })),
    })
    const at = new Date()
    const record = {
      occurredAt: at,
      action: 'profile.changed',
      outcome: 'ok',
      ip: null,
      userAgent: null,
    }
    const details = { surface: 'web', fields: ['name'] }
    const about = { targetType: 'user', targetId: user.id, requestId: 'many', details }
    const many = Array.from({ length: 1010 }, (_, n) => ({ actorId: n % 3 ? user.id : null }))
    await insertAuditRecords(
      db(),
      many.map((by) => ({ ...record, ...about, ...by })),
    )
    const data = read(await textOf(principal))
    expect(new Set(data.sessions.map(({ id }) => id)).size).toBe(511)
    const found = data.audit_records.filter(({ action }) => action === 'profile.changed')
    expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([1010, 1010])
  })

  it('stops when the session ends midway', async () => {
    const user = await makeUser()
    const principal = await signedIn(user.id)
    const result = await exportOwnData(principal, ctx())
    if (!result.ok) throw new Error(result.code)
    await result.file.chunks.next()
    const end = { userId: user.id, reason: 'revoked_by_owner' } as const
    await inTransaction((tx) => revokeSessionsOf(tx, end, ctx()))
    await expect(result.file.chunks.next()).rejects.toThrow('session_revoked')
  })

  it('includes ended sessions', async () => {
    const user = await makeUser()
    await makeSession(user.id, ctx())
    const principal = await signedIn(user.id)
    await revokeOtherSessions(principal, ctx())
    expect(read(await textOf(principal)).sessions).toMatchObject([
      { current: true, revoked_at: null },
      { revoked_at: expect.any(String), revoked_reason: 'revoked_by_owner' },
    ])
  })
})
