import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { completeFirstStep, completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { db } from '@/lib/platform/db/database'
import { atStep, enrolledUser } from '@/tests/kit/enroll-mfa'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it.each([['fed'], ['otp']])(
  'a second step ends with a password change even if the first needed no password (%s)',
  async (factor) => {
    const user = await enrolledUser()
    const by = { userId: user.id, mfaEnabled: true, amr: [factor], knownDevice: false }
    const begin = async () => {
      const started = await completeFirstStep(db(), atStep(2), by)
      return started && 'challenge' in started ? started.challenge.mfaToken : ''
    }
    const mfaToken = await begin()
    await db().user.update({ where: { id: user.id }, data: { passwordChangedAt: new Date() } })
    const sessions = await db().sessionFamily.count()
    expect(await completeSecondStep({ mfaToken, code: user.codeAt(2) }, atStep(2))).toMatchObject({
      ok: false,
      code: 'mfa_challenge_expired',
    })
    expect(await db().sessionFamily.count()).toBe(sessions)
    const where = { actorId: user.id, action: 'session.refused' }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
      { details: { reason: 'account_changed' } },
    ])
    const next = { mfaToken: await begin(), code: user.codeAt(3) }
    expect(await completeSecondStep(next, atStep(3))).toMatchObject({ ok: true })
  },
)

it('a second step that 0.2.0 began without a password can be completed', async () => {
  const user = await enrolledUser()
  await db().user.update({ where: { id: user.id }, data: { passwordChangedAt: new Date() } })
  const by = { userId: user.id, mfaEnabled: true, amr: ['fed'], knownDevice: false }
  const started = await completeFirstStep(db(), atStep(2), by)
  const mfaToken = started && 'challenge' in started ? started.challenge.mfaToken : ''
  await db().mfaChallenge.updateMany({
    where: { userId: user.id },
    data: { passwordChecked: false, passwordChangedAt: null },
  })
  expect(await completeSecondStep({ mfaToken, code: user.codeAt(2) }, atStep(2))).toMatchObject({
    ok: true,
  })
})
