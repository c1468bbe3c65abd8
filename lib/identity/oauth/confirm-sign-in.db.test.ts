import { describe, expect, it } from 'vitest'
import { CONFIRMATION_SECONDS } from '@/lib/accounts/unproven-sign-in.store'
import { confirmExternalSignIn, inspectUnprovenSignIn } from '@/lib/identity/oauth/confirm-sign-in'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'
import { enrolledUser } from '@/tests/kit/enroll-mfa'
import {
  APPS,
  everythingWritten,
  LINK_REQUESTED,
  NOTHING_WRITTEN,
} from '@/tests/kit/external-journey'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { email, IDS, useUnprovenSignIns } from '@/tests/kit/unproven-sign-ins'
import { purgeExternalSignIns } from '@/lib/identity/identity.jobs'

const { queue, providers, withMail, work, tokens, requested } = useUnprovenSignIns()
const LABELS = { facebook: 'Facebook', 'microsoft-entra-id': 'Microsoft', discord: 'Discord' }
const DEAD = { ok: false, code: 'invalid_or_expired_token' }
const OTHER_BROWSER = 'x'.repeat(43)

const web = (ctx: Partial<RequestContext> = {}) => testContext({ surface: 'web', ...ctx })
const actions = async () =>
  (await db().auditRecord.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action)
const open = (link: { token: string; browser: string | null }) =>
  inspectUnprovenSignIn({ ...link, now: new Date() })

describe.each(IDS)('%s, which does not verify the address,', (id) => {
  it('leads to nothing but one email to that address', async () => {
    const seen = (await actions()).length
    await providers.signIn(id)
    expect(await everythingWritten()).toEqual(LINK_REQUESTED)
    expect((await actions()).slice(seen)).toEqual(['email.verification_requested'])
    await work()
    expect(queue.recipients()).toEqual([email])
    expect(queue.mails()[0]!.message.subject).toBe(`Finish signing in with ${LABELS[id]}`)
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, unproven: 1 })
  })

  it('is refused on the API, and for an app that takes over: nothing is written or emailed', async () => {
    const app = new URLSearchParams({
      redirect_uri: APPS[0]!,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      state: 'app',
    })
    const refused = { ok: false, code: 'oauth_email_required' }
    expect(await providers.signIn(id, 'api')).toEqual(refused)
    expect(await providers.comeBack(await providers.leave(id, { surface: 'api', app }))).toEqual(
      refused,
    )
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('creates an account by the link in the same browser, and is recognized from then on', async () => {
    const link = await requested(id, { nextPath: '/dashboard/account' })
    const seen = (await actions()).length
    const confirmed = await confirmExternalSignIn(link, web())
    expect(confirmed).toMatchObject({
      ok: true,
      nextPath: '/dashboard/account',
      signIn: { session: { user: { email, email_verified: true, roles: ['user'], name: 'Ann' } } },
    })
    expect((await actions()).slice(seen)).toEqual([
      'user.registered',
      'identity.linked',
      'session.created',
    ])
    const one = { users: 1, identities: 1, sessions: 1 }
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, ...one })
    expect(await providers.signIn(id)).toMatchObject({ kind: 'signed-in' })
    // The sign-in came without a device token, so its owner is told of a new device.
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, ...one, sessions: 2, mails: 1 })
  })
})

describe('the link', () => {
  it.each([
    ['another browser', OTHER_BROWSER],
    ['a browser without the cookie', null],
  ])('does nothing in %s, reveals nothing there, and stays valid', async (_, browser) => {
    const link = await requested()
    const before = await everythingWritten()
    expect(await open({ ...link, browser })).toEqual({ here: false })
    expect(await confirmExternalSignIn({ ...link, browser }, web())).toEqual(DEAD)
    expect(await everythingWritten()).toEqual(before)
    expect(await confirmExternalSignIn(link, web())).toMatchObject({ signIn: { session: {} } })
  })

  it("of another user doesn't work in one’s own browser (a stranger’s provider account, the victim’s email)", async () => {
    const stranger = await requested()
    providers.standIn('discord').state.person.id = '999'
    const victim = await requested()
    expect(await confirmExternalSignIn({ ...stranger, browser: victim.browser }, web())).toEqual(
      DEAD,
    )
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, unproven: 2 })
  })

  it('is not consumed by being opened, as email scanners do', async () => {
    const link = await requested()
    for (const browser of [null, OTHER_BROWSER, link.browser, link.browser])
      await open({ ...link, browser })
    expect(await open(link)).toEqual({ here: true, email, provider: 'Discord' })
    expect(await confirmExternalSignIn(link, web())).toMatchObject({ ok: true })
  })

  it('works once', async () => {
    const link = await requested()
    await confirmExternalSignIn(link, web())
    const before = await everythingWritten()
    const seen = (await actions()).length
    expect(await open(link)).toBeNull()
    expect(await confirmExternalSignIn(link, web())).toEqual(DEAD)
    expect(await everythingWritten()).toEqual(before)
    expect((await actions()).slice(seen)).toEqual(['session.refused'])
  })

  it('works for half an hour', async () => {
    const at = (seconds: number) => web({ now: addSeconds(new Date(), seconds) })
    expect(await confirmExternalSignIn(await requested(), at(29 * 60 + 50))).toMatchObject({
      ok: true,
    })
  })

  it('no longer works after half an hour', async () => {
    const link = await requested()
    const late = addSeconds(new Date(), 30 * 60)
    const before = await everythingWritten()
    expect(await inspectUnprovenSignIn({ ...link, now: late })).toBeNull()
    expect(await confirmExternalSignIn(link, web({ now: late }))).toEqual(DEAD)
    expect(await everythingWritten()).toEqual(before)
  })

  it.each([
    ['forged', 'f'.repeat(43)],
    ['short', 'f'],
    ['huge', 'f'.repeat(1_000_000)],
  ])('that is %s does nothing', async (_, token) => {
    const { browser } = await requested()
    expect(await open({ token, browser })).toBeNull()
    expect(await confirmExternalSignIn({ token, browser }, web())).toEqual(DEAD)
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, unproven: 1 })
  })

  it('does nothing while its provider is disabled', async () => {
    const link = await requested()
    withMail({
      OAUTH_DISCORD_CLIENT_ID: '',
      OAUTH_DISCORD_CLIENT_SECRET: '',
      OAUTH_DISCORD_BASE_URL: '',
    })
    expect(await open(link)).toBeNull()
    expect(await confirmExternalSignIn(link, web())).toEqual(DEAD)
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, unproven: 1 })
    withMail()
    expect(await confirmExternalSignIn(link, web())).toMatchObject({ ok: true })
  })

  it('is replaced by a newer sign-in of the same user in the same browser, before its email is sent', async () => {
    const older = await requested()
    const { browser } = older
    await providers.comeBack(await providers.leave('discord', { browser }))
    expect(await open(older)).toBeNull()
    expect(await confirmExternalSignIn(older, web())).toEqual(DEAD)
    expect(await everythingWritten()).toEqual(LINK_REQUESTED)
    await work()
    const newer = { browser, token: tokens().at(-1)! }
    expect(await confirmExternalSignIn(newer, web())).toMatchObject({ ok: true })
  })

  it('and the browser secret are stored as hashes; the queue contains neither link nor address', async () => {
    const away = await providers.leave('discord')
    await providers.comeBack(away)
    expect(JSON.stringify(await db().job.findMany())).not.toContain(email)
    await work()
    const row = JSON.stringify(await db().unprovenSignIn.findMany())
    for (const secret of [away.browser, tokens()[0]!]) expect(row).not.toContain(secret)
  })

  it('is not sent for a sign-in that has expired or was replaced by a newer one', async () => {
    const { browser } = await providers.leave('discord').then(async (away) => {
      await providers.comeBack(away)
      return away
    })
    await providers.comeBack(await providers.leave('discord', { browser }))
    await work()
    expect(queue.mails()).toHaveLength(1)
    await providers.signIn('facebook')
    await queue.work(addSeconds(new Date(), CONFIRMATION_SECONDS))
    expect(queue.mails()).toHaveLength(1)
  })
})

describe('an account with that address', () => {
  /** The email that a sign-in leads to, without its token. */
  async function emailed() {
    await requested()
    expect(queue.recipients()).toEqual([email])
    const { subject, text, html } = queue.mails()[0]!.message
    return JSON.parse(
      JSON.stringify({ subject, text, html }).replaceAll(/token=[\w-]{43}/g, 'token=…'),
    ) as Record<string, unknown>
  }
  let ofUnused: Awaited<ReturnType<typeof emailed>>

  it.each([
    ['unused', async () => {}],
    ['that of an active account', async () => void (await makeUser({ email }))],
    ['that of an administrator', async () => void (await makeUser({ email, admin: true }))],
    ['that of a pending account', async () => void (await makeUser({ email, status: 'pending' }))],
    ['that of a deleted account', async () => void (await makeUser({ email, status: 'deleted' }))],
  ])(
    'is not revealed: the response and the email are the same if the address is %s',
    async (_, make) => {
      await make()
      const mail = await emailed()
      ofUnused ??= mail
      expect(mail).toEqual(ofUnused)
      expect(mail.text).toContain('Hello,\n')
      expect(mail.html).toContain('token=…')
    },
  )

  it('is connected, and its owner is notified', async () => {
    const { id } = await makeUser({ email })
    const confirmed = await confirmExternalSignIn(await requested(), web())
    expect(confirmed).toMatchObject({ signIn: { session: { user: { id } } } })
    expect(await db().job.findMany()).toMatchObject([
      { payload: { mail: 'identity_linked', userId: id } },
    ])
  })

  it.each(['active', 'pending'] as const)(
    'that has permissions is not connected (%s)',
    async (status) => {
      await makeUser({ email, admin: true, status })
      const link = await requested()
      const seen = (await actions()).length
      expect(await confirmExternalSignIn(link, web())).toMatchObject({
        refused: 'account_link_required',
      })
      expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, users: 1 })
      expect((await actions()).slice(seen)).toEqual(['session.refused'])
    },
  )

  it.each(['deactivated', 'deleted'] as const)("that is %s can't be opened", async (status) => {
    await makeUser({ email, status })
    expect(await confirmExternalSignIn(await requested(), web())).toMatchObject({
      refused: 'account_disabled',
    })
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, users: 1 })
  })

  it('that was planted goes to the owner of the mailbox, and nothing else opens it any more', async () => {
    const { id } = await makeUser({ email })
    const planted = await makeSession(id, testContext())
    await db().user.update({ where: { id }, data: { status: 'pending', emailVerifiedAt: null } })
    const link = await requested()
    expect(await db().sessionFamily.count({ where: { revokedAt: null } })).toBe(1)
    expect(await confirmExternalSignIn(link, web())).toMatchObject({
      signIn: { session: { user: { id } } },
    })
    expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'active',
      passwordHash: null,
    })
    const where = { id: planted.sessionId, revokedAt: null }
    expect(await db().sessionFamily.count({ where })).toBe(0)
  })

  it('with a second factor requires it', async () => {
    const user = await enrolledUser()
    await db().user.update({ where: { id: user.id }, data: { email } })
    const sessions = await db().sessionFamily.count()
    const confirmed = await confirmExternalSignIn(await requested(), web())
    expect(confirmed).toMatchObject({ signIn: { challenge: { expiresInSeconds: 300 } } })
    expect(await db().sessionFamily.count()).toBe(sessions)
  })
})

it('expired sign-ins and counters are deleted', async () => {
  await requested()
  const run = async (seconds: number) => {
    await purgeExternalSignIns.run(addSeconds(new Date(), seconds))
    return {
      waiting: await db().unprovenSignIn.count(),
      budgets: await db().addressMailBudget.count(),
    }
  }
  expect(await run(CONFIRMATION_SECONDS - 60)).toEqual({ waiting: 1, budgets: 1 })
  expect(await run(CONFIRMATION_SECONDS + 1)).toEqual({ waiting: 0, budgets: 1 })
  expect(await run(3700)).toEqual({ waiting: 0, budgets: 0 })
})
