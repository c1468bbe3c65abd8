import { expect, it } from 'vitest'
import { consumeChallenge, lockChallenge } from '@/lib/identity/mfa/challenge.store'
import { openVerifiedSession } from '@/lib/identity/sign-in/complete-sign-in'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inRacedTransaction } from '@/lib/platform/db/transaction'
import { twenty, won } from '@/tests/kit/at-once'
import { useProviders } from '@/tests/kit/external-journey'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders()

/** A sign-in with Google that waits for its second step. */
async function challengeOf(email: string): Promise<Buffer<ArrayBuffer>> {
  providers.google().state.person.email = email
  const finished = await providers.signIn('google', 'api')
  if (!finished.ok || finished.kind !== 'signed-in' || !('challenge' in finished.signIn))
    throw new Error('no second step is asked for')
  return sha256(finished.signIn.challenge.mfaToken)
}

/** What a second step does after a correct code. */
const complete = (tokenHash: Buffer<ArrayBuffer>) =>
  inRacedTransaction(async (tx) => {
    const ctx = testContext()
    const given = { tokenHash, surface: 'api', deviceHash: null, now: ctx.now } as const
    const challenge = await lockChallenge(tx, given)
    if (!challenge) throw new Error('no challenge')
    await consumeChallenge(tx, tokenHash, ctx.now)
    return openVerifiedSession(tx, challenge, { amr: ['otp'] }, ctx)
  })

async function userWithFactor() {
  const user = await insertUser()
  const data = { mfaEnabledAt: new Date(), emailVerifiedAt: new Date() }
  return db().user.update({ where: { id: user.id }, data })
}

it('one provider account that waits in twenty second steps of as many users is connected once', async () => {
  const challenges: Buffer<ArrayBuffer>[] = []
  for (let index = 0; index < 20; index++)
    challenges.push(await challengeOf((await userWithFactor()).email))
  expect(await db().account.count()).toBe(0)
  const results = await twenty((index) => complete(challenges[index]!))
  expect(won(results)).toBe(1)
  const taken = results.filter((result) => !result.ok && result.code === 'identity_taken')
  expect(taken).toHaveLength(19)
  expect(await db().account.count()).toBe(1)
  expect(await db().sessionFamily.count()).toBe(1)
})

it('one that waits in twenty second steps of one user is connected once, and each signs in', async () => {
  const { id: userId, email } = await userWithFactor()
  const challenges: Buffer<ArrayBuffer>[] = []
  for (let index = 0; index < 20; index++) challenges.push(await challengeOf(email))
  expect(won(await twenty((index) => complete(challenges[index]!)))).toBe(20)
  expect(await db().account.count()).toBe(1)
  const linked = { action: 'identity.linked', actorId: userId }
  expect(await db().auditRecord.count({ where: linked })).toBe(1)
  expect(await db().sessionFamily.count()).toBe(20)
})
