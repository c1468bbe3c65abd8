import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { processSingleton, resetSingleton } from '@/lib/config/process-singleton'
import { AccountQueue } from '@/lib/identity/mfa/account-queue'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { addPasskey, removePasskey, takePasskeyOffer } from '@/lib/identity/passkeys/own-passkeys'
import { startPasskeyCreation, startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { signInWithPasskey } from '@/lib/identity/passkeys/sign-in-with-passkey'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { twenty, won } from '@/tests/kit/at-once'
import { aliveOf, atStep, challengeFor, enrolledUser, freshUser } from '@/tests/kit/enroll-mfa'
import { addedPasskey, passkeyUser, signInOptions } from '@/tests/kit/enroll-passkey'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { SoftwarePasskey } from '@/tests/kit/software-passkey'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  resetSingleton('second-factor-queue')
  processSingleton('second-factor-queue', () => new AccountQueue({ patienceMs: 60_000 }))
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '1000', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const withoutPassword = (id: string) =>
  db().user.update({ where: { id }, data: { passwordHash: null } })
const waysOf = async (userId: string) =>
  (await db().passkey.count({ where: { userId } })) +
  (await db().account.count({ where: { userId } }))

describe('twenty concurrent requests', () => {
  it('with one assertion open one session', async () => {
    const user = await passkeyUser()
    const before = await aliveOf(user.id)
    const { secret, options } = await signInOptions()
    const passkey = user.device.answer(options)
    expect(won(await twenty(() => signInWithPasskey({ passkey, secret }, atStep(0))))).toBe(1)
    expect(await aliveOf(user.id)).toHaveLength(before.length + 1)
  })

  it('with one counter and a challenge each open one session: the others are copies', async () => {
    const user = await passkeyUser()
    const before = await aliveOf(user.id)
    const results = await twenty(async () => {
      const { secret, options } = await signInOptions()
      const passkey = user.device.answer(options, { counter: 7 })
      return signInWithPasskey({ passkey, secret }, atStep(0))
    })
    expect(won(results)).toBe(1)
    expect(await aliveOf(user.id)).toHaveLength(before.length + 1)
  })

  it('with one second step open one session', async () => {
    const user = await enrolledUser()
    const { device } = await addedPasskey(user.principal)
    const mfaToken = await challengeFor(user.email, atStep(1))
    const started = await startPasskeyStep({ mfaToken }, atStep(1))
    if (!started.ok) throw new Error(started.code)
    const passkey = device.answer(started.options)
    const before = await aliveOf(user.id)
    expect(won(await twenty(() => completeWithPasskey({ mfaToken, passkey }, atStep(1))))).toBe(1)
    expect(await aliveOf(user.id)).toHaveLength(before.length + 1)
  })

  it('with one new passkey add it once', async () => {
    const user = await freshUser()
    const started = await startPasskeyCreation({}, user.principal, atStep(0))
    if (!started.ok) throw new Error(started.code)
    const passkey = new SoftwarePasskey().create(started.options)
    expect(won(await twenty(() => addPasskey({ passkey }, user.principal, atStep(0))))).toBe(1)
    expect(await db().passkey.count({ where: { userId: user.id } })).toBe(1)
  })

  it('that begin to add a passkey get the same user handle', async () => {
    const user = await freshUser()
    const begun = await twenty(() => startPasskeyCreation({}, user.principal, atStep(0)))
    expect(new Set(begun.map((one) => one.ok && one.options.user.id)).size).toBe(1)
  })

  it('are offered a passkey once', async () => {
    const user = await freshUser()
    const offers = await twenty(() => takePasskeyOffer(user.principal, atStep(0)))
    expect(offers.filter(Boolean)).toHaveLength(1)
  })
})

it('an account deactivated between the check of its passkey and the session gets none', async () => {
  const user = await passkeyUser()
  const before = await aliveOf(user.id)
  const { secret, options } = await signInOptions()
  const passkey = user.device.answer(options)
  const waiting = async () => {
    const [{ count } = { count: 0 }] = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return count > 0
  }
  let done = false
  const { attempt } = await inTransaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { status: 'deactivated' } })
    const attempt = signInWithPasskey({ passkey, secret }, atStep(0)).finally(() => (done = true))
    await until('the sign-in waits', 20_000, async () => done || (await waiting()))
    expect(done).toBe(false)
    return { attempt }
  })
  expect(await attempt).toMatchObject({ code: 'passkey_refused' })
  expect(await aliveOf(user.id)).toEqual(before)
})

describe('removals at the same time leave a way in', () => {
  it.each(Array.from({ length: 20 }, (_, round) => round))(
    'of both passkeys (round %i)',
    async () => {
      const user = await passkeyUser()
      const second = await addedPasskey(user.principal)
      await withoutPassword(user.id)
      const results = await Promise.all(
        [user.passkeyId, second.id].map((id) => removePasskey({ id }, user.principal, atStep(0))),
      )
      expect(won(results)).toBe(1)
      expect(await waysOf(user.id)).toBe(1)
    },
  )

  /** An account with a passkey, a provider, and no password. */
  async function withBoth() {
    useSettings({ OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITHUB_CLIENT_SECRET: 'secret' })
    const user = await passkeyUser()
    await withoutPassword(user.id)
    const now = new Date()
    const linked = { provider: 'github', providerAccountId: user.id, userId: user.id }
    await db().account.create({ data: { ...linked, linkedAt: now, lastUsedAt: now } })
    return user
  }

  it('of the passkey and the provider, ten times each', async () => {
    const user = await withBoth()
    const results = await twenty((n) =>
      n % 2
        ? removePasskey({ id: user.passkeyId }, user.principal, atStep(0))
        : unlinkIdentity({ provider: 'github' }, user.principal, atStep(0)),
    )
    expect(won(results)).toBe(1)
    expect(await waysOf(user.id)).toBe(1)
  })

  it.each(Array.from({ length: 20 }, (_, round) => round))(
    'of the passkey and the provider (round %i)',
    async () => {
      const user = await withBoth()
      const results = await Promise.all([
        removePasskey({ id: user.passkeyId }, user.principal, atStep(0)),
        unlinkIdentity({ provider: 'github' }, user.principal, atStep(0)),
      ])
      expect(won(results)).toBe(1)
      expect(await waysOf(user.id)).toBe(1)
    },
  )
})
