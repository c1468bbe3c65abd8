import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as login from '@/app/api/v1/auth/login/route'
import { signIn } from '@/app/auth/login/actions'
import { verifySecondStep } from '@/app/auth/mfa/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { authenticate, isSuperseded } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { completeFirstStep } from '@/lib/identity/sign-in/complete-sign-in'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { webRequestContext } from '@/lib/web/web-context'
import { actionsOf, aliveOf, codeOf, enrolledUser, NOW } from '@/tests/kit/enroll-mfa'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { callUserRoute } from '@/tests/kit/user-routes'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const ctx = () => testContext({ surface: 'web' })
const submit = (email: string, cookie: string, password = PASSWORD) =>
  submitAction(signIn, { page: '/auth/login', fields: { email, password }, headers: { cookie } })
const opens = async ({ accessToken }: IssuedSession) =>
  (await authenticate({ accessToken, surface: 'web', presentedByClient: true }, new Date())).ok

/** Another user's session in this browser, whose cookies the sign-in replaces. */
async function signedInBefore(userId?: string) {
  const id = userId ?? (await makeUser()).id
  const session = await makeSession(id, ctx())
  expect(await opens(session)).toBe(true)
  return { id, session, cookie: cookieHeaderWith(null, session) }
}

describe('signing in again in a browser ends the session whose cookies it replaces', () => {
  it.each(['the same user', 'another user'])('of %s', async (whose) => {
    const user = await makeUser()
    const elsewhere = await makeSession(user.id, ctx())
    const before = await signedInBefore(whose === 'the same user' ? user.id : undefined)
    const answer = await submit(user.email, before.cookie)
    expect(answer.headers.get('location')).toBe('/dashboard')
    expect(await opens(before.session)).toBe(false)
    expect(await actionsOf(before.id)).toContain('session.ended')
    expect(await aliveOf(user.id)).toHaveLength(2)
    expect(await opens(elsewhere)).toBe(true)
  })

  it('when the second step is passed, not before', async () => {
    const user = await enrolledUser()
    const before = await signedInBefore()
    const by = { userId: user.id, mfaEnabled: true, amr: ['pwd'], knownDevice: false }
    const headers = new Headers({ cookie: before.cookie })
    const first = await completeFirstStep(db(), webRequestContext(headers), by)
    if (!first || !('challenge' in first)) throw new Error('no challenge')
    expect(await opens(before.session)).toBe(true)
    const cookie = `${before.cookie}; mfa=${first.challenge.mfaToken}`
    const code = codeOf(user.base32, Math.floor((Date.now() - NOW.getTime()) / 30_000))
    const answer = await submitAction(verifySecondStep, {
      page: '/auth/mfa',
      fields: { code },
      headers: { cookie },
    })
    expect(answer.headers.get('location')).toBe('/dashboard')
    expect(await opens(before.session)).toBe(false)
  })

  it('of an administrator who viewed as another user, whose view has ended', async () => {
    const user = await makeUser()
    const before = await signedInBefore()
    await submit(user.email, `impersonator=${before.session.refreshToken}`)
    expect(await opens(before.session)).toBe(false)
  })

  it('not when the sign-in is refused', async () => {
    const user = await makeUser()
    const before = await signedInBefore()
    expect((await submit(user.email, before.cookie, 'not the password')).status).not.toBe(303)
    expect(await opens(before.session)).toBe(true)
    expect(await actionsOf(before.id)).not.toContain('session.ended')
  })
})

it('a sign-in in another browser, or through the API, ends no session', async () => {
  const before = await signedInBefore()
  expect((await submit((await makeUser()).email, '')).headers.get('location')).toBe('/dashboard')
  await makeSession(before.id, ctx())
  const { email } = await makeUser()
  const through = { method: 'POST', body: { email, password: PASSWORD }, cookie: before.cookie }
  expect((await callUserRoute(login.POST, through)).status).toBe(200)
  expect(await opens(before.session)).toBe(true)
})

describe('if ending the replaced session fails', () => {
  const ended = "BEFORE INSERT ON audit_records FOR EACH ROW WHEN (NEW.action = 'session.ended')"
  /** Ending a session fails as long as `condition` holds. */
  async function failing(condition: string, errcode: string) {
    await db().$executeRawUnsafe(`CREATE FUNCTION fail_ending() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF ${condition} THEN RAISE EXCEPTION 'planned' USING ERRCODE = '${errcode}'; END IF;
      RETURN NEW; END $$`)
    await db().$executeRawUnsafe(
      `CREATE TRIGGER fail_ending ${ended} EXECUTE FUNCTION fail_ending()`,
    )
  }
  const working = async () => {
    await db().$executeRawUnsafe('DROP FUNCTION IF EXISTS fail_ending CASCADE')
    await db().$executeRawUnsafe('DROP SEQUENCE IF EXISTS endings')
  }
  beforeEach(working)
  afterEach(working)

  it('by losing a deadlock, the sign-in tries again and does both', async () => {
    const user = await makeUser()
    const before = await signedInBefore()
    await db().$executeRawUnsafe('CREATE SEQUENCE endings')
    await failing("nextval('endings') = 1", '40P01')
    const answer = await submit(user.email, before.cookie)
    expect(answer.headers.get('location')).toBe('/dashboard')
    expect(await aliveOf(user.id)).toHaveLength(1)
    expect(await opens(before.session)).toBe(false)
    const where = { action: 'session.ended', targetId: before.session.sessionId }
    expect(await db().auditRecord.count({ where })).toBe(1)
  })

  it('for another reason, neither happens, and the next sign-in does both', async () => {
    const user = await makeUser()
    const before = await signedInBefore()
    await failing('true', 'P0001')
    const failed = await submit(user.email, before.cookie)
    expect(failed.status).toBe(500)
    expect(failed.headers.getSetCookie()).toEqual([])
    expect(await aliveOf(user.id)).toEqual([])
    expect(await actionsOf(user.id)).not.toContain('session.created')
    expect(await opens(before.session)).toBe(true)
    await working()
    expect((await submit(user.email, before.cookie)).headers.get('location')).toBe('/dashboard')
    expect(await aliveOf(user.id)).toHaveLength(1)
    expect(await opens(before.session)).toBe(false)
  })
})

it('tokens of a replaced session are no longer handed out by a response on its way', async () => {
  const user = await makeUser()
  const before = await signedInBefore()
  const { sessionId } = before.session
  expect(isSuperseded({ sessionId, generation: 2 })).toBe(false)
  await submit(user.email, before.cookie)
  expect(isSuperseded({ sessionId, generation: 2 })).toBe(true)
})

it('neither are those of sessions that ended all at once before the user signs in again', async () => {
  const user = await makeUser()
  const [current, ended] = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
  const idle = await makeSession(user.id, testContext({ surface: 'web', now: NOW }))
  const by = { userId: user.id, exceptSessionId: current.sessionId } as const
  await inTransaction((tx) => revokeSessionsOf(tx, { ...by, reason: 'password_reset' }, ctx()))
  const again = await makeSession(user.id, ctx())
  const withheld = [current, ended, idle, again].map(({ sessionId }) =>
    isSuperseded({ sessionId, generation: 2 }),
  )
  expect(withheld).toEqual([false, true, false, false])
})
