import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { signInWithPasskey } from '@/lib/identity/passkeys/sign-in-with-passkey'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { aliveOf, atStep, enrolledUser, mailsTo } from '@/tests/kit/enroll-mfa'
import { addedPasskey, passkeyUser, signInOptions } from '@/tests/kit/enroll-passkey'
import { PASSWORD } from '@/tests/kit/make-user'
import { SoftwarePasskey } from '@/tests/kit/software-passkey'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const refusals = async (targetId: string | null) =>
  (
    await db().auditRecord.findMany({
      where: { targetId, action: 'session.refused' },
      orderBy: { id: 'asc' },
    })
  ).map(({ details }) => (details as { reason: string }).reason)
const challenges = () => db().passkeyChallenge.count({ where: { purpose: 'sign_in' } })
const rowOf = (id: string) => db().passkey.findUniqueOrThrow({ where: { id } })

describe('signing in with a passkey', () => {
  it('needs no code even with two-step verification: the verified user is the second factor', async () => {
    const user = await enrolledUser()
    const { device, id } = await addedPasskey(user.principal)
    const { secret, options } = await signInOptions()
    const result = await signInWithPasskey({ passkey: device.answer(options), secret }, atStep(1))
    if (!result.ok) throw new Error(result.code)
    const { sessionId } = result.session
    expect(await db().sessionFamily.findUnique({ where: { id: sessionId } })).toMatchObject({
      userId: user.id,
      amr: ['hwk', 'user', 'mfa'],
    })
    expect((await rowOf(id)).lastUsedAt).toEqual(atStep(1).now)
  })

  it('consumes the challenge: the same answer is refused the second time', async () => {
    const user = await passkeyUser()
    const { secret, options } = await signInOptions()
    const answer = { passkey: user.device.answer(options), secret }
    expect(await signInWithPasskey(answer, atStep(0))).toMatchObject({ ok: true })
    const before = await aliveOf(user.id)
    expect(await signInWithPasskey(answer, atStep(0))).toMatchObject({ code: 'passkey_refused' })
    expect(await aliveOf(user.id)).toEqual(before)
  })

  it('consumes the challenge also when the answer is refused', async () => {
    const user = await passkeyUser()
    const { secret, options } = await signInOptions()
    const wrong = user.device.answer(options, { origin: 'https://evil.example' })
    await signInWithPasskey({ passkey: wrong, secret }, atStep(0))
    const right = user.device.answer(options)
    expect(await signInWithPasskey({ passkey: right, secret }, atStep(0))).toMatchObject({
      code: 'passkey_refused',
    })
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }, 'other_origin'],
    ['in a frame of another site', { crossOrigin: true }, 'other_origin'],
    ['for another relying party', { rpId: 'evil.example' }, 'other_rp'],
    ['of an unverified user', { verified: false }, 'not_verified'],
    ['with the handle of another account', { userHandle: 'AAAA' }, 'other_account'],
    ['without a handle', { userHandle: null }, 'other_account'],
  ])('is refused %s, and opens nothing', async (_, claims, reason) => {
    const user = await passkeyUser()
    const before = { alive: await aliveOf(user.id), row: await rowOf(user.passkeyId) }
    const { secret, options } = await signInOptions()
    const passkey = user.device.answer(options, claims)
    expect(await signInWithPasskey({ passkey, secret }, atStep(0))).toMatchObject({
      code: 'passkey_refused',
    })
    expect({ alive: await aliveOf(user.id), row: await rowOf(user.passkeyId) }).toEqual(before)
    expect(await refusals(user.id)).toEqual([reason])
  })

  it('is refused with a signature of another key, and with an unknown passkey: the same answer', async () => {
    const user = await passkeyUser()
    const stranger = new SoftwarePasskey()
    const first = await signInOptions()
    const forged = { ...stranger.answer(first.options), id: user.device.id, rawId: user.device.id }
    const wrong = await signInWithPasskey({ passkey: forged, secret: first.secret }, atStep(0))
    const second = await signInOptions()
    const unknown = await signInWithPasskey(
      { passkey: stranger.answer(second.options), secret: second.secret },
      atStep(0),
    )
    expect(wrong).toMatchObject({ code: 'passkey_refused' })
    expect(unknown).toEqual(wrong)
    expect(await refusals(user.id)).toEqual(['invalid'])
    expect(await refusals(null)).toContain('unknown_passkey')
  })

  it('is refused with a challenge of another browser, surface or time, which stays unused', async () => {
    const user = await passkeyUser()
    const { secret, options } = await signInOptions()
    const other = await signInOptions()
    const waiting = await challenges()
    const passkey = user.device.answer(options)
    const late = atStep(0, { now: addSeconds(atStep(0).now, 300) })
    for (const [by, ctx] of [
      [{ secret: other.secret }, atStep(0)],
      [{ secret }, atStep(0, { surface: 'web' })],
      [{ secret }, late],
    ] as const)
      expect(await signInWithPasskey({ passkey, ...by }, ctx)).toMatchObject({
        code: 'passkey_refused',
      })
    expect(await challenges()).toBe(waiting)
    expect(await signInWithPasskey({ passkey, secret }, atStep(0))).toMatchObject({ ok: true })
  })

  it.each(['deactivated', 'deleted'] as const)(
    'is refused for a %s account in the same words',
    async (status) => {
      const user = await passkeyUser()
      await db().user.update({ where: { id: user.id }, data: { status } })
      const before = await aliveOf(user.id)
      const { secret, options } = await signInOptions()
      const passkey = user.device.answer(options)
      expect(await signInWithPasskey({ passkey, secret }, atStep(0))).toMatchObject({
        code: 'passkey_refused',
      })
      expect(await aliveOf(user.id)).toEqual(before)
      expect(await refusals(user.id)).toEqual(['account_disabled'])
    },
  )

  it('refuses a copy, whose counter is behind, and tells the owner', async () => {
    const user = await passkeyUser()
    const signIn = async (counter: number) => {
      const { secret, options } = await signInOptions()
      return signInWithPasskey(
        { passkey: user.device.answer(options, { counter }), secret },
        atStep(0),
      )
    }
    expect(await signIn(5)).toMatchObject({ ok: true })
    for (const counter of [5, 4, 0])
      expect(await signIn(counter)).toMatchObject({ code: 'passkey_refused' })
    expect((await rowOf(user.passkeyId)).counter).toBe(5n)
    expect(await mailsTo(user.id)).toContain('passkey_cloned')
    expect(await refusals(user.id)).toEqual(['cloned', 'cloned', 'cloned'])
    expect(await signIn(6)).toMatchObject({ ok: true })
  })

  it('stays open to the owner whatever strangers forge for it, with or without the password', async () => {
    const user = await passkeyUser()
    const stranger = atStep(0, { ip: '198.51.100.7' })
    for (let i = 0; i < 6; i++) {
      const { secret, options } = await signInOptions()
      const passkey = { ...new SoftwarePasskey().answer(options), id: user.device.id }
      await signInWithPasskey({ passkey, secret }, stranger)
    }
    const { secret, options } = await signInOptions()
    const passkey = user.device.answer(options)
    expect(await signInWithPasskey({ passkey, secret }, atStep(0))).toMatchObject({ ok: true })
    const byPassword = login({ email: user.email, password: PASSWORD }, atStep(0))
    expect(await byPassword).toMatchObject({ ok: true })
  })

  it('stays open whatever fails in the same network, also on a device that is not known', async () => {
    useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '5' })
    onTestFinished(() => void useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' }))
    const user = await passkeyUser()
    const office = atStep(0, { ip: '198.51.100.8' })
    const attempt = async (claims = {}) => {
      const { secret, options } = await signInOptions()
      return signInWithPasskey({ passkey: user.device.answer(options, claims), secret }, office)
    }
    for (let i = 0; i < 5; i++) await attempt({ verified: false })
    const byPassword = (password: string) =>
      login({ email: `${password}@example.org`, password }, office)
    for (let i = 0; i < 5; i++)
      expect(await byPassword(`guess ${i}`)).toMatchObject({ code: 'invalid_credentials' })
    expect(await byPassword('guess 6')).toMatchObject({ code: 'account_locked' })
    expect(await attempt()).toMatchObject({ ok: true })
  })

  it('is off where passkeys cannot work', async () => {
    const { secret, options } = await signInOptions()
    useSettings({ APP_BASE_URL: 'http://127.0.0.1:3000' })
    const passkey = new SoftwarePasskey().answer(options)
    expect(await signInWithPasskey({ passkey, secret }, atStep(0))).toMatchObject({
      code: 'feature_disabled',
    })
    useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  })
})
