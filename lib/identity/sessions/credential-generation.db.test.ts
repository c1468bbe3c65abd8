import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockLiveSession } from '@/lib/access/live-caller.store'
import { syncCatalog } from '@/lib/access/catalog'
import { setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { issueSocketTicket, redeemSocketTicket } from '@/lib/identity/sessions/socket-tickets'
import { logout } from '@/lib/identity/sign-in/logout'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const NEW_PASSWORD = 'a quite different passphrase'
const KEY = 'one-attempt-of-a-client'
const start = new Date()
const at = (seconds: number) => addSeconds(start, seconds)

let userId = ''
beforeEach(async () => void (userId = (await makeUser()).id))

type Surface = RequestContext['surface']
const signIn = (surface: Surface = 'api') =>
  makeSession(userId, testContext({ surface, now: start }))
const family = ({ sessionId: id }: IssuedSession) =>
  db().sessionFamily.findUniqueOrThrow({ where: { id } })
const who = (session: IssuedSession, seconds: number, surface: Surface = 'api') =>
  authenticate({ accessToken: session.accessToken, surface, presentedByClient: true }, at(seconds))

async function principalOf(
  session: IssuedSession,
  surface: Surface = 'api',
): Promise<SessionPrincipal> {
  const found = await who(session, 0, surface)
  if (!found.ok) throw new Error(found.code)
  return found.principal
}
async function refreshed(
  session: IssuedSession,
  seconds: number,
  ctx: Partial<RequestContext> = {},
  key?: string,
) {
  const input = { refreshToken: session.refreshToken, idempotencyKey: key }
  const result = await refreshSession(input, testContext({ ...ctx, now: at(seconds) }))
  return result.ok ? result.session : result.code
}
async function renewed(...args: Parameters<typeof refreshed>): Promise<IssuedSession> {
  const result = await refreshed(...args)
  if (typeof result === 'string') throw new Error(result)
  return result
}
/** Changes the password in that session, `seconds` after it began. */
async function changeIn(
  session: IssuedSession,
  seconds: number,
  surface: Surface = 'api',
): Promise<IssuedSession> {
  const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const principal = await principalOf(session, surface)
  const result = await changePassword(input, principal, testContext({ surface, now: at(seconds) }))
  if (!result.ok) throw new Error(result.code)
  return result.session
}
const reuseRecords = () =>
  db().auditRecord.count({ where: { action: 'refresh_token.reused', actorId: userId } })

describe('after a password change', () => {
  it('every earlier access token is refused, and the new one is valid', async () => {
    const first = await signIn()
    const second = await renewed(first, 1)
    expect(await who(first, 2)).toMatchObject({ ok: true })
    const after = await changeIn(second, 2)
    for (const old of [first, second])
      expect(await who(old, 3)).toMatchObject({ ok: false, code: 'invalid_token' })
    expect(await who(after, 3)).toMatchObject({
      ok: true,
      principal: { sessionId: first.sessionId },
    })
  })

  it('an earlier refresh token gets and revokes nothing: a lost response must not sign the owner out', async () => {
    const first = await signIn()
    const second = await renewed(first, 1)
    const after = await changeIn(second, 2)
    for (const old of [first, second]) expect(await refreshed(old, 3)).toBe('invalid_refresh_token')
    expect(await family(first)).toMatchObject({
      generation: 3,
      credentialGeneration: 3,
      revokedAt: null,
    })
    expect(await reuseRecords()).toBe(0)
    expect(await who(await renewed(after, 4), 5)).toMatchObject({ ok: true })
  })

  it('no retry gets the successor, whatever its Idempotency-Key', async () => {
    const first = await signIn()
    const second = await renewed(first, 1, {}, KEY)
    await changeIn(second, 2)
    for (const old of [first, second])
      expect(await refreshed(old, 3, {}, KEY)).toBe('invalid_refresh_token')
    expect(await family(first)).toMatchObject({ generation: 3, revokedAt: null })
  })

  it('a stolen copy of all cookies gets nothing within the overlap of tabs, and revokes nothing', async () => {
    const first = await signIn('web')
    const device = { surface: 'web', deviceToken: first.deviceToken } as const
    const second = await renewed(first, 1, device)
    const after = await changeIn(second, 2, 'web')
    for (const seconds of [2, 3, 11]) {
      expect(await refreshed(first, seconds, device)).toBe('invalid_refresh_token')
      expect(await refreshed(second, seconds, device)).toBe('invalid_refresh_token')
      expect(await who(second, seconds, 'web')).toMatchObject({ code: 'invalid_token' })
    }
    expect(await family(first)).toMatchObject({ generation: 3, revokedAt: null })
    expect(await who(after, 12, 'web')).toMatchObject({ ok: true })
  })

  it("reuse of a later token still revokes the session, and one from before the change still doesn't", async () => {
    const first = await signIn()
    const third = await changeIn(await renewed(first, 1), 2)
    await renewed(third, 3)
    expect(await refreshed(first, 4)).toBe('invalid_refresh_token')
    expect(await family(first)).toMatchObject({ generation: 4, revokedAt: null })
    expect(await refreshed(third, 5)).toBe('refresh_token_reused')
    expect(await family(first)).toMatchObject({ revokedReason: 'refresh_token_reused' })
    expect(await reuseRecords()).toBe(1)
  })

  it('tabs share later renewals as usual', async () => {
    const after = await changeIn(await signIn('web'), 1, 'web')
    const device = { surface: 'web', deviceToken: after.deviceToken } as const
    const next = await renewed(after, 2, device)
    expect((await renewed(after, 3, device)).refreshToken).toBe(next.refreshToken)
    expect(await family(after)).toMatchObject({
      generation: 3,
      credentialGeneration: 2,
      revokedAt: null,
    })
  })

  it('an earlier socket ticket opens nothing; a later one works', async () => {
    const before = await signIn()
    const issue = async (session: IssuedSession) => {
      const by = { credentialExpiresAt: at(900), now: at(0) }
      return (await issueSocketTicket(await principalOf(session), by)).ticket
    }
    const ticket = await issue(before)
    const after = await changeIn(before, 1)
    expect(await redeemSocketTicket(ticket, at(2))).toMatchObject({
      ok: false,
      code: 'invalid_token',
    })
    expect(await redeemSocketTicket(await issue(after), at(2))).toMatchObject({ ok: true })
  })

  it('a request admitted before it is stopped: long responses end, and no identity is connected', async () => {
    const before = await signIn()
    const principal = await principalOf(before)
    const after = await principalOf(await changeIn(before, 1))
    const hold = async ({ generation }: SessionPrincipal) => {
      const by = { userId, sessionId: principal.sessionId, generation, now: at(2) }
      return (await inTransaction((tx) => lockLiveSession(tx, by))) !== null
    }
    expect([await isStillAuthorized(principal, null, at(2)), await hold(principal)]).toEqual([
      false,
      false,
    ])
    expect([await isStillAuthorized(after, null, at(2)), await hold(after)]).toEqual([true, true])
  })

  it.each(['accessToken', 'refreshToken'] as const)(
    'an earlier %s signs out only its session, not everywhere',
    async (credential) => {
      const before = await signIn()
      await changeIn(before, 1)
      const other = await signIn()
      await logout({ [credential]: before[credential], all: true }, testContext({ now: at(2) }))
      expect((await family(before)).revokedReason).toBe('logout')
      expect((await family(other)).revokedAt).toBeNull()
    },
  )

  it("two-step verification that someone with the old password began to set up can't be turned on", async () => {
    const before = await signIn()
    const begun = await setupMfa(
      { password: PASSWORD },
      await principalOf(before),
      testContext({ now: at(0) }),
    )
    expect(begun).toMatchObject({ ok: true })
    await changeIn(before, 1)
    expect(await db().mfaEnrollment.count({ where: { userId } })).toBe(0)
  })
})
