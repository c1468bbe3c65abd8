import { ScureBase32Plugin } from 'otplib'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { processSingleton, resetSingleton } from '@/lib/config/process-singleton'
import { AccountQueue } from '@/lib/identity/mfa/account-queue'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { disableMfa, renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { completeFirstStep, completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { database, db } from '@/lib/platform/db/database'
import { won } from '@/tests/kit/at-once'
import { atStep, enrolledUser, NOW, signedInPrincipal, wrongCode } from '@/tests/kit/enroll-mfa'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  resetSingleton('second-factor-queue')
  processSingleton('second-factor-queue', () => new AccountQueue({ patienceMs: 60_000 }))
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))
const codesOf = (results: { ok: boolean; code?: string }[]) =>
  [...new Set(results.filter(({ ok }) => !ok).map(({ code }) => code))].sort()
/** A challenge without the cost of a password hash. */
async function cheapChallenge(userId: string, steps: number): Promise<string> {
  const by = { userId, mfaEnabled: true, amr: ['fed'], knownDevice: false }
  const first = await completeFirstStep(db(), atStep(steps), by)
  if (!first || !('challenge' in first)) throw new Error('no challenge')
  return first.challenge.mfaToken
}
const alive = (userId: string) =>
  db().sessionFamily.findMany({ where: { userId, revokedAt: null } })
async function pending() {
  const user = await makeUser()
  const principal = await signedInPrincipal(user.id)
  const begun = await setupMfa({ password: PASSWORD }, principal, atStep(0))
  if (!begun.ok) throw new Error(begun.code)
  const secret = new ScureBase32Plugin().decode(begun.secret)
  return { ...user, principal, codeAt: (steps: number) => totpCode(secret, totpStep(NOW) + steps) }
}

describe('twenty concurrent requests', () => {
  it('with one code and a challenge each: one signs in', async () => {
    const user = await enrolledUser()
    const tokens = await times(20, () => cheapChallenge(user.id, 2))
    const results = await times(20, (i) =>
      completeSecondStep({ mfaToken: tokens[i]!, code: user.codeAt(2) }, atStep(2)),
    )
    expect(won(results)).toBe(1)
    expect(codesOf(results)).toEqual(['invalid_mfa_code'])
    expect(await alive(user.id)).toHaveLength(2)
    expect(await db().mfaFactor.findUniqueOrThrow({ where: { userId: user.id } })).toMatchObject({
      failures: 0,
    })
  })

  it('with one challenge and a recovery code each: one signs in, one code is spent', async () => {
    const user = await enrolledUser()
    const mfaToken = await cheapChallenge(user.id, 2)
    const results = await times(20, (i) =>
      completeSecondStep({ mfaToken, code: user.recoveryCodes[i % 10]! }, atStep(2)),
    )
    expect(won(results)).toBe(1)
    expect(codesOf(results)).toEqual(['mfa_challenge_expired'])
    expect(await alive(user.id)).toHaveLength(2)
    expect(await db().recoveryCode.count({ where: { userId: user.id, usedAt: null } })).toBe(9)
  })

  it('with one recovery code and a challenge each: one signs in', async () => {
    const user = await enrolledUser()
    const tokens = await times(20, () => cheapChallenge(user.id, 2))
    const results = await times(20, (i) =>
      completeSecondStep({ mfaToken: tokens[i]!, code: user.recoveryCodes[0]! }, atStep(2)),
    )
    expect(won(results)).toBe(1)
    expect(await db().recoveryCode.count({ where: { userId: user.id, usedAt: null } })).toBe(9)
  })

  it('with incorrect codes for one challenge: five are checked', async () => {
    const user = await enrolledUser()
    const mfaToken = await cheapChallenge(user.id, 2)
    const code = wrongCode(user.codeAt, 2)
    const results = await times(20, () => completeSecondStep({ mfaToken, code }, atStep(2)))
    const looked = results.filter((result) => !result.ok && result.code === 'invalid_mfa_code')
    expect(looked).toHaveLength(5)
    expect(await db().mfaFactor.findUniqueOrThrow({ where: { userId: user.id } })).toMatchObject({
      failures: 5,
    })
  })

  it('renew recovery codes with one code: one set remains, and it is the one that was shown', async () => {
    const user = await enrolledUser()
    const results = await times(20, () =>
      renewRecoveryCodes({ code: user.codeAt(2) }, user.principal, atStep(2)),
    )
    expect(won(results)).toBe(1)
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(10)
    const shown = results.find((result) => result.ok)!
    const mfaToken = await cheapChallenge(user.id, 3)
    const code = shown.ok ? shown.recoveryCodes[0]! : ''
    expect(await completeSecondStep({ mfaToken, code }, atStep(3))).toMatchObject({ ok: true })
  })

  it('enable two-step verification: one wins and its recovery codes are valid', async () => {
    const user = await pending()
    const results = await times(20, () =>
      enableMfa({ code: user.codeAt(0) }, user.principal, atStep(0)),
    )
    expect(won(results)).toBe(1)
    expect(codesOf(results)).toEqual(['mfa_already_enabled'])
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(10)
    expect(
      await db().auditRecord.count({ where: { actorId: user.id, action: 'mfa.enabled' } }),
    ).toBe(1)
  })
})

it('checks ten of forty concurrent incorrect codes for as many challenges', async () => {
  const user = await enrolledUser()
  const tokens = await times(40, () => cheapChallenge(user.id, 2))
  const code = wrongCode(user.codeAt, 2)
  const results = await times(40, (i) =>
    completeSecondStep({ mfaToken: tokens[i]!, code }, atStep(2)),
  )
  const looked = results.filter((result) => !result.ok && result.code === 'invalid_mfa_code')
  expect(looked).toHaveLength(10)
  expect(codesOf(results)).toEqual(['account_locked', 'invalid_mfa_code'])
})

it("codes waiting for one account use one connection and don't block others", async () => {
  const [user, other] = [await enrolledUser(), await enrolledUser()]
  const tokens = await times(30, () => cheapChallenge(user.id, 2))
  const { pool } = database()
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM mfa_factors WHERE user_id = $1 FOR UPDATE', [user.id])
    const code = wrongCode(user.codeAt, 2)
    const steps = times(30, (i) => completeSecondStep({ mfaToken: tokens[i]!, code }, atStep(2)))
    const mfaToken = await cheapChallenge(other.id, 2)
    const step = await completeSecondStep({ mfaToken, code: other.codeAt(2) }, atStep(2))
    const busy = pool.totalCount - pool.idleCount
    await holder.query('ROLLBACK')
    expect(step).toMatchObject({ ok: true })
    expect(busy).toBeLessThanOrEqual(2)
    expect(won(await steps)).toBe(0)
  } finally {
    holder.release()
  }
})

it('sign-ins that race with enabling leave no session without the second factor', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await pending()
    const by = { userId: user.id, mfaEnabled: false, amr: ['pwd'], knownDevice: false }
    const logins = times(20, async (i) => {
      // Spread around the moment of enabling by work rather than time.
      for (let j = 0; j < i % 7; j++) await database().pool.query('SELECT 1')
      return i === 0
        ? login({ email: user.email, password: PASSWORD }, atStep(0))
        : completeFirstStep(db(), atStep(0), by)
    })
    const enabled = await enableMfa({ code: user.codeAt(0) }, user.principal, atStep(0))
    const results = await logins
    expect(enabled.ok).toBe(true)
    expect((await alive(user.id)).map(({ id }) => id)).toEqual([user.principal.sessionId])
    // None was refused: those too late for a session got a challenge.
    for (const result of results)
      expect(result && ('session' in result || 'challenge' in result)).toBe(true)
  }
})

it('enabling and disabling concurrently ends in one consistent state', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await pending()
    const results = await times(20, (i) =>
      i % 2 === 0
        ? enableMfa({ code: user.codeAt(0) }, user.principal, atStep(0))
        : disableMfa({ code: user.codeAt(1), password: PASSWORD }, user.principal, atStep(0)),
    )
    const { mfaEnabledAt } = await db().user.findUniqueOrThrow({ where: { id: user.id } })
    const on = mfaEnabledAt !== null
    expect(await db().mfaFactor.count({ where: { userId: user.id } })).toBe(on ? 1 : 0)
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(on ? 10 : 0)
    expect(won(results)).toBe(on ? 1 : 2)
  }
})

it('a second step that races with disabling ends in a session or has to start over, without a deadlock', async () => {
  const user = await enrolledUser()
  const tokens = await times(19, () => cheapChallenge(user.id, 2))
  const [disabled, ...steps] = await Promise.all([
    disableMfa({ code: user.codeAt(2), password: PASSWORD }, user.principal, atStep(2)),
    ...tokens.map((mfaToken, i) =>
      completeSecondStep(
        { mfaToken, code: i < 10 ? user.recoveryCodes[i]! : user.codeAt(1) },
        atStep(2),
      ),
    ),
  ])
  expect(disabled.ok).toBe(true)
  for (const step of steps)
    expect(step.ok || ['invalid_mfa_code', 'mfa_challenge_expired'].includes(step.code)).toBe(true)
  expect((await alive(user.id)).length).toBeLessThanOrEqual(1)
})
