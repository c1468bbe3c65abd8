import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '@/app/auth/login/actions'
import { verifySecondStep } from '@/app/auth/mfa/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { cookieHeaderWith, readSessionCookies } from '@/lib/http/session-cookies'
import { authenticate, isSuperseded } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { completeFirstStep } from '@/lib/identity/sign-in/complete-sign-in'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { replaceSession } from '@/lib/web/replace-session'
import { actionsOf, aliveOf, codeOf, enrolledUser, NOW } from '@/tests/kit/enroll-mfa'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

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
    const presented = { cookies: readSessionCookies(before.cookie), ctx: ctx() }
    const first = await completeFirstStep(db(), presented.ctx, by)
    if (!first || !('challenge' in first)) throw new Error('no challenge')
    await replaceSession({ ok: true, ...first }, presented)
    expect(await opens(before.session)).toBe(true)
    const mfaToken = first.challenge.mfaToken
    const cookie = `access=${before.session.accessToken}; refresh=${before.session.refreshToken}; mfa=${mfaToken}`
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
    const cookie = `impersonator=${before.session.refreshToken}`
    await submit(user.email, cookie)
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
