import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { loadSettings } from '@/lib/config/settings'
import { reportFactorChange } from '@/lib/identity/mfa/manage-mfa'
import { reportIdentity } from '@/lib/identity/oauth/link-identity'
import { finishReset } from '@/lib/identity/passwords/finish-reset'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { markInboxRead } from '@/lib/messaging/inbox/inbox'
import { listItems } from '@/lib/messaging/inbox/inbox.store'
import { presentInboxItem } from '@/lib/messaging/inbox/present-inbox-item'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const ctx = testContext({ userAgent: FIREFOX })

useTestDatabase()
beforeAll(async () => {
  loadSettings({})
  await syncCatalog(ctx.now)
})

async function inboxOf(userId: string, locale: 'en' | 'tr' = 'en') {
  const rows = await listItems(db(), { userId, unreadOnly: false, limit: 50, beforeId: null })
  return rows.map((row) => presentInboxItem(row, locale))
}
const kindsOf = async (userId: string) => (await inboxOf(userId)).map(({ kind }) => kind)
const signIn = (
  userId: string,
  by: { deviceToken?: string; userAgent?: string; now?: Date } = {},
) =>
  establishSession(
    db(),
    { ...ctx, userAgent: FIREFOX, ...by },
    { userId, amr: ['pwd'], knownDevice: by.deviceToken !== undefined },
  )

describe("the account owner's inbox", () => {
  it.each([
    ['security.password_changed', (tx: Tx, userId: string) => finishReset(tx, { userId }, ctx)],
    [
      'security.mfa_enabled',
      (tx: Tx, userId: string) =>
        reportFactorChange(
          tx,
          { action: 'mfa.enabled', userId, details: { sessions_ended: 0 } },
          ctx,
        ),
    ],
    [
      'security.mfa_disabled',
      (tx: Tx, userId: string) =>
        reportFactorChange(
          tx,
          { action: 'mfa.disabled', userId, details: { sessions_ended: 0, factor: 'totp' } },
          ctx,
        ),
    ],
    [
      'security.identity_linked',
      (tx: Tx, userId: string) =>
        reportIdentity(tx, { action: 'identity.linked', userId, provider: 'github' }, ctx),
    ],
  ] as const)('reports %s if and only if the transaction commits', async (kind, report) => {
    const { id } = await makeUser()
    const undone = inTransaction(async (tx) => {
      await report(tx, id)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await kindsOf(id)).toEqual([])
    await inTransaction((tx) => report(tx, id))
    const [english, turkish] = [await inboxOf(id), await inboxOf(id, 'tr')]
    expect(english).toMatchObject([{ kind, href: expect.stringMatching(/^\/dashboard\/account/) }])
    expect(english[0]!.body).toContain('Device: Firefox, Linux. IP address: 192.0.2.1.')
    expect(turkish[0]!.title).not.toBe(english[0]!.title)
    expect(turkish[0]!.body).toContain('Cihaz: Firefox, Linux')
    for (const { title, body } of [...english, ...turkish])
      expect(`${title}${body}`).not.toMatch(/[{}]/)
  })

  it('reports the reuse of a refresh token once', async () => {
    const { id } = await makeUser()
    const session = (await signIn(id))!
    const api = { ...ctx, userAgent: FIREFOX }
    for (const seconds of [1, 2])
      await refreshSession(
        { refreshToken: session.refreshToken },
        { ...api, now: addSeconds(ctx.now, seconds) },
      )
    const later = { ...api, now: addSeconds(ctx.now, 3600) }
    for (let i = 0; i < 2; i++)
      expect(await refreshSession({ refreshToken: session.refreshToken }, later)).toMatchObject({
        ok: false,
      })
    expect(await kindsOf(id)).toEqual(['security.refresh_token_reused'])
  })

  it('contains no text written by an attacker', async () => {
    const { id } = await makeUser()
    const lure = { ...ctx, userAgent: 'https://evil.example', ip: 'https://evil.example' }
    await inTransaction((tx) =>
      reportFactorChange(
        tx,
        { action: 'mfa.enabled', userId: id, details: { sessions_ended: 0 } },
        lure,
      ),
    )
    expect(JSON.stringify(await inboxOf(id))).not.toContain('evil')
  })
})

describe('a sign-in', () => {
  it("is reported from an unknown device, except for the account's first sign-in", async () => {
    const { id } = await makeUser()
    const { deviceToken } = (await signIn(id))!
    expect(await kindsOf(id)).toEqual([])
    await signIn(id, { deviceToken })
    expect(await kindsOf(id)).toEqual([])
    const heard: BusMessage[] = []
    onTestFinished(subscribe((message) => heard.push(message)))
    await signIn(id)
    const items = await inboxOf(id)
    expect(items).toMatchObject([
      { kind: 'security.new_sign_in', href: '/dashboard/account/sessions', read_at: null },
    ])
    expect(heard).toMatchObject([
      { type: 'inbox.changed', changes: [{ userId: id, reason: 'created', itemId: items[0]!.id }] },
    ])
  })

  it('is reported for a dormant account too, whose sessions and devices are long deleted', async () => {
    const { id } = await makeUser()
    await signIn(id)
    await db().sessionFamily.deleteMany({ where: { userId: id } })
    await db().knownDevice.deleteMany({ where: { userId: id } })
    await signIn(id)
    expect(await kindsOf(id)).toEqual(['security.new_sign_in'])
  })

  it('is not reported again within an hour while the same report is unread, so a script that signs in cannot flood the inbox', async () => {
    const { id } = await makeUser()
    await signIn(id)
    for (let i = 0; i < 3; i++) await signIn(id)
    expect(await kindsOf(id)).toHaveLength(1)
    const [first] = await inboxOf(id)
    await signIn(id, { now: addSeconds(ctx.now, 3599) })
    expect(await inboxOf(id)).toEqual([first])
    const again = (await signIn(id, { now: addSeconds(ctx.now, 3600) }))!
    expect(await inboxOf(id)).toMatchObject([{ id: again.sessionId }])
  })

  it('is reported from each device, and again when the report was read', async () => {
    const { id } = await makeUser()
    await signIn(id)
    await signIn(id)
    await signIn(id, { userAgent: 'curl/8.5.0' })
    expect(await kindsOf(id)).toHaveLength(2)
    await markInboxRead(
      {
        userId: id,
        sessionId: id,
        generation: 1,
        authTime: ctx.now,
        kind: 'session' as const,
        impersonator: null,
        limitedTo: null,
        roles: [],
        permissions: new Set(),
      },
      ctx,
    )
    await signIn(id)
    expect(await kindsOf(id)).toHaveLength(3)
  })

  it('leaves no item if its transaction rolls back', async () => {
    const { id } = await makeUser()
    await signIn(id)
    const undone = inTransaction(async (tx) => {
      await establishSession(tx, ctx, { userId: id, amr: ['pwd'], knownDevice: false })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await kindsOf(id)).toEqual([])
  })
})
