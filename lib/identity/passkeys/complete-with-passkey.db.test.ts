import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { mayUsePasskey, startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { aliveOf, atStep, challengeFor, enrolledUser, mailsTo } from '@/tests/kit/enroll-mfa'
import { addedPasskey, passkeyUser } from '@/tests/kit/enroll-passkey'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function stage() {
  const user = await enrolledUser()
  const { device } = await addedPasskey(user.principal)
  const mfaToken = await challengeFor(user.email, atStep(1))
  const started = await startPasskeyStep({ mfaToken }, atStep(1))
  if (!started.ok) throw new Error(started.code)
  return { ...user, device, mfaToken, options: started.options }
}

describe('a passkey as the second step', () => {
  it('is among the methods of an account that has one', async () => {
    const user = await enrolledUser()
    const ask = () => login({ email: user.email, password: PASSWORD }, atStep(1))
    expect(await ask()).toMatchObject({ challenge: { methods: ['totp', 'recovery_code'] } })
    await addedPasskey(user.principal)
    expect(await ask()).toMatchObject({
      challenge: { methods: ['totp', 'recovery_code', 'passkey'] },
    })
  })

  it('completes the sign-in, also without user verification: the password was the other factor', async () => {
    const user = await stage()
    const passkey = user.device.answer(user.options, { verified: false })
    const result = await completeWithPasskey({ mfaToken: user.mfaToken, passkey }, atStep(1))
    if (!result.ok) throw new Error(result.code)
    const session = { where: { id: result.session.sessionId } }
    expect(await db().sessionFamily.findUnique(session)).toMatchObject({
      amr: ['pwd', 'hwk', 'mfa'],
    })
    const again = await completeWithPasskey({ mfaToken: user.mfaToken, passkey }, atStep(1))
    expect(again).toMatchObject({ code: 'mfa_challenge_expired' })
  })

  it('is refused with the passkey of another account, and five refusals end the sign-in', async () => {
    const user = await stage()
    const stranger = await passkeyUser()
    const before = await aliveOf(user.id)
    const passkey = stranger.device.answer(user.options)
    for (let tries = 0; tries < 5; tries++)
      expect(
        await completeWithPasskey({ mfaToken: user.mfaToken, passkey }, atStep(1)),
      ).toMatchObject({ code: 'passkey_refused' })
    const right = user.device.answer(user.options)
    const late = await completeWithPasskey({ mfaToken: user.mfaToken, passkey: right }, atStep(1))
    expect(late).toMatchObject({ code: 'mfa_challenge_expired' })
    expect(await aliveOf(user.id)).toEqual(before)
  })

  it('is refused with the challenge of another sign-in of the same user', async () => {
    const user = await stage()
    const other = await challengeFor(user.email, atStep(1))
    const passkey = user.device.answer(user.options)
    expect(await completeWithPasskey({ mfaToken: other, passkey }, atStep(1))).toMatchObject({
      code: 'passkey_refused',
    })
  })

  it('is refused as a copy if its counter is behind, and the owner is told', async () => {
    const user = await stage()
    const where = { userId: user.id }
    await db().passkey.updateMany({ where, data: { counter: 7 } })
    const before = await aliveOf(user.id)
    const passkey = user.device.answer(user.options, { counter: 7 })
    expect(
      await completeWithPasskey({ mfaToken: user.mfaToken, passkey }, atStep(1)),
    ).toMatchObject({ code: 'passkey_refused' })
    expect(await aliveOf(user.id)).toEqual(before)
    expect(await db().passkey.findFirst({ where })).toMatchObject({ counter: 7n, lastUsedAt: null })
    expect(await db().mfaChallenge.findFirst({ where })).toMatchObject({
      tries: 1,
      consumedAt: null,
    })
    expect(await mailsTo(user.id)).toContain('passkey_cloned')
  })

  it.each([
    ['is used', () => ({ consumedAt: atStep(1).now }), {}],
    ['was tried too often', () => ({ tries: 5 }), {}],
    ['has expired', () => ({ expiresAt: atStep(1).now }), {}],
    ['is of another surface', () => ({}), { surface: 'web' }],
    ['is of another device', () => ({}), { deviceToken: 'x'.repeat(43) }],
  ] as const)('lists no passkeys when the token %s', async (_, data, other) => {
    const user = await stage()
    const { mfaToken } = user
    await db().mfaChallenge.updateMany({ where: { userId: user.id }, data: data() })
    const before = await db().passkeyChallenge.count()
    expect(await startPasskeyStep({ mfaToken }, atStep(1, other))).toMatchObject({
      code: 'mfa_challenge_expired',
    })
    expect(await mayUsePasskey(mfaToken, atStep(1, other))).toBe(false)
    expect(await db().passkeyChallenge.count()).toBe(before)
  })

  it('is not offered to an unknown token or to an account without passkeys', async () => {
    expect(await startPasskeyStep({ mfaToken: 'x'.repeat(43) }, atStep(1))).toMatchObject({
      code: 'mfa_challenge_expired',
    })
    const user = await enrolledUser()
    const mfaToken = await challengeFor(user.email, atStep(1))
    expect(await startPasskeyStep({ mfaToken }, atStep(1))).toMatchObject({ code: 'not_found' })
  })
})
