import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { endBrowserTrustJob, endTrustAtStart } from '@/lib/identity/mfa/trusted-browsers.jobs'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { listSessions } from '@/lib/identity/sessions/list-sessions'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { runDueJobs } from '@/tests/kit/jobs'
import type { RequestContext } from '@/lib/platform/request-context'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { changeSettings } from '@/lib/settings/change-settings'
import { findArea } from '@/lib/settings/settings-areas'
import { holderOf } from '@/tests/kit/administrators'
import { atStep, challengeFor, enrolledUser, trustingUser } from '@/tests/kit/enroll-mfa'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(async () => {
  useSettings()
  await db().job.deleteMany()
  await db().storedSetting.deleteMany()
})

type User = Awaited<ReturnType<typeof trustingUser>>

async function setTrust(on: boolean, ctx: RequestContext) {
  const change = { values: { mfa_trusted_browsers: on }, versions: null }
  const admin = await holderOf('settings:manage')
  return changeSettings(admin, findArea('policy')!, change, ctx)
}
async function signIn({ email }: Pick<User, 'email'>, ctx: RequestContext) {
  const result = await login({ email, password: PASSWORD }, ctx)
  await collectedSuccesses().settleNow()
  if (!result.ok) throw new Error(result.code)
  return result
}
/** After the trust of `trustingUser` was given. */
const inSeconds = (seconds: number, more: Partial<RequestContext> = {}) =>
  atStep(2, { now: addSeconds(atStep(2).now, seconds), ...more })
/** A session that a trusted browser opened with the password alone. */
async function trustingSession(user: User, steps: number) {
  const signedIn = await signIn(user, user.inBrowser(steps))
  if (!('session' in signedIn)) throw new Error('a second step was asked for')
  const { accessToken, sessionId } = signedIn.session
  const state = (at: number) =>
    authenticate({ accessToken, surface: 'web', presentedByClient: true }, atStep(at).now)
  return { sessionId, state }
}
const work = async (at: Date) => {
  while ((await runDueJobs([endBrowserTrustJob], at)) > 0);
}
const listedOf = async ({ id: userId }: User, steps: number) => {
  const listed = await listSessions({ userId, currentId: null }, { limit: 50 }, atStep(steps).now)
  return listed.ok ? listed.sessions.map(({ id }) => id) : null
}
const revoked = { revokedReason: 'browser_trust_ended' }
const rowOf = (id: string) => db().sessionFamily.findUniqueOrThrow({ where: { id } })
const trustedBy = (userId: string) =>
  db().knownDevice.count({ where: { userId, NOT: { trustedUntil: null } } })

describe('turning trusted browsers off', () => {
  it('ends the trust and the sessions that skipped the second step, also after turning it on again', async () => {
    const user = await trustingUser()
    const trusting = await trustingSession(user, 2)
    const passed = await db().sessionFamily.findMany({
      where: { userId: user.id, id: { not: trusting.sessionId } },
    })
    expect(await listedOf(user, 3)).toContain(trusting.sessionId)
    expect(await setTrust(false, atStep(3))).toMatchObject({ ok: true })
    await work(atStep(3).now)
    expect(await trustedBy(user.id)).toBe(0)
    expect(await rowOf(trusting.sessionId)).toMatchObject(revoked)
    expect(await listedOf(user, 4)).not.toContain(trusting.sessionId)
    for (const { id } of passed) expect(await rowOf(id)).toMatchObject({ revokedAt: null })
    const where = { action: 'browser.trust_ended', targetId: user.id }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
      { actorId: null, details: { browsers: 1, sessions_ended: 1 } },
    ])

    expect(await setTrust(true, atStep(4))).toMatchObject({ ok: true })
    expect(await trusting.state(5)).toMatchObject({ code: 'session_revoked' })
    expect(await signIn(user, user.inBrowser(5))).toHaveProperty('challenge')
  })

  it('ends them if it is turned on again before the job ran, but not what users trusted since', async () => {
    const user = await trustingUser()
    const trusting = await trustingSession(user, 2)
    await setTrust(false, atStep(3))
    await setTrust(true, atStep(4))
    const other = await trustingUser()
    const mfaToken = await challengeFor(other.email, atStep(5, { surface: 'web' }))
    const code = other.codeAt(5)
    const again = await completeSecondStep(
      { mfaToken, code, trust: true },
      atStep(5, { surface: 'web' }),
    )
    if (!again.ok) throw new Error(again.code)
    const { deviceToken } = again.session
    const since = await signIn(other, atStep(6, { surface: 'web', deviceToken }))
    await work(atStep(7).now)
    expect(await rowOf(trusting.sessionId)).toMatchObject(revoked)
    expect(await trustedBy(user.id)).toBe(0)
    expect(await trustedBy(other.id)).toBe(1)
    if (!('session' in since)) throw new Error('a second step was asked for')
    expect(await rowOf(since.session.sessionId)).toMatchObject({ revokedAt: null })
  })

  it('keeps what users trust after it was turned on again within seconds', async () => {
    const old = await trustingUser()
    await setTrust(false, inSeconds(0))
    await setTrust(true, inSeconds(2))
    // The old trust still counts until the job reaches this user.
    const opened = await signIn(old, { ...old.inBrowser(2), now: inSeconds(4).now })
    const user = await enrolledUser()
    const onPage = inSeconds(5, { surface: 'web' })
    const mfaToken = await challengeFor(user.email, onPage)
    const again = await completeSecondStep({ mfaToken, code: user.codeAt(2), trust: true }, onPage)
    if (!again.ok) throw new Error(again.code)
    const { deviceToken } = again.session
    const since = await signIn(user, inSeconds(7, { surface: 'web', deviceToken }))
    if (!('session' in since && 'session' in opened)) throw new Error('a second step was asked for')
    for (const seconds of [8, 11]) await work(inSeconds(seconds).now)
    expect(await trustedBy(user.id)).toBe(1)
    expect(await rowOf(since.session.sessionId)).toMatchObject({ revokedAt: null })
    expect(await trustedBy(old.id)).toBe(0)
    expect(await rowOf(opened.session.sessionId)).toMatchObject(revoked)
  })

  it('removes what an instance trusted before it was turned on again within seconds', async () => {
    const user = await trustingUser()
    await setTrust(false, inSeconds(0))
    await work(inSeconds(0).now)
    const trustedUntil = addSeconds(inSeconds(1).now, 30 * 86_400)
    await db().knownDevice.updateMany({ where: { userId: user.id }, data: { trustedUntil } })
    await setTrust(true, inSeconds(2))
    await work(inSeconds(11).now)
    expect(await trustedBy(user.id)).toBe(0)
  })

  it('ends what an instance trusted that had not heard of it yet', async () => {
    const user = await trustingUser()
    await setTrust(false, atStep(0))
    await work(atStep(0).now)
    await db().knownDevice.updateMany({
      where: { userId: user.id },
      data: { trustedUntil: addSeconds(atStep(0).now, 30 * 86_400 + 5) },
    })
    await work(atStep(1).now)
    expect(await trustedBy(user.id)).toBe(0)
  })

  it('does nothing if the change is refused, or leaves the setting as it is', async () => {
    const stranger = await holderOf('users:list')
    const change = { values: { mfa_trusted_browsers: false }, versions: null }
    const refused = await changeSettings(stranger, findArea('policy')!, change, atStep(3))
    expect(refused).toMatchObject({ ok: false })
    await setTrust(true, atStep(3))
    expect(await db().job.count({ where: { kind: endBrowserTrustJob.kind } })).toBe(0)
  })

  it('in the environment ends them at the start, once for all instances, and again at the next', async () => {
    const user = await trustingUser()
    const trusting = await trustingSession(user, 2)
    await endTrustAtStart()
    expect(await db().job.count({ where: { kind: endBrowserTrustJob.kind } })).toBe(0)
    useSettings({ AUTH_MFA_TRUSTED_BROWSERS: 'false' })
    await Promise.all([endTrustAtStart(), endTrustAtStart()])
    expect(await db().job.count({ where: { kind: endBrowserTrustJob.kind } })).toBe(1)
    await work(new Date(Date.now() + 1000))
    expect(await trustedBy(user.id)).toBe(0)
    const { revokedAt } = await rowOf(trusting.sessionId)
    await endTrustAtStart()
    await work(new Date(Date.now() + 2000))
    expect(await rowOf(trusting.sessionId)).toMatchObject({ ...revoked, revokedAt })
    useSettings()
    expect(await signIn(user, user.inBrowser(3))).toHaveProperty('challenge')
  })
})
