import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { purgeUnconfirmed } from '@/lib/identity/registration/purge-unconfirmed'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { twenty, won } from '@/tests/kit/at-once'
import { lineUp } from '@/tests/kit/line-up'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

// Some wait for the account while others hash, which takes long on a loaded machine.
useTestDatabase({ patience: 20 })
beforeAll(async () => {
  usePatientHashing()
  useSettings()
  await syncCatalog(new Date())
})

/** By then, neither a registration nor its link can be confirmed by any clock. */
const LATER = addSeconds(new Date(), 60 * 86_400)
const purge = () => inTransaction((tx) => purgeUnconfirmed(tx, LATER, 200))
const erasedRecords = (targetId: string) =>
  db().auditRecord.count({ where: { targetId, action: 'user.erased' } })
const CONTENTS = { registrations: true, roles: true }
/** Stops whoever holds the account while they replace or delete its registration. */
const holdAttempt = (attemptId: string) => (tx: Tx) =>
  tx.$queryRaw`SELECT 1 FROM registration_attempts WHERE id = ${attemptId}::uuid FOR UPDATE`

describe('twenty at once', () => {
  it('delete an expired registration once', async () => {
    const { id } = await makeRegistration()
    const deleted = await twenty(purge)
    expect(deleted.reduce((sum, count) => sum + count)).toBe(1)
    expect(await erasedRecords(id)).toBe(1)
  })

  it('register the address while it is deleted: none gets lost', async () => {
    const { id, email, attemptId } = await makeRegistration()
    const { first, others } = await lineUp({
      hold: holdAttempt(attemptId),
      first: purge,
      others: () => register({ email, password: PASSWORD }, ctx({ now: LATER })),
    })
    expect([first, won(others)]).toEqual([1, 19])
    const user = await db().user.findUniqueOrThrow({ where: { email }, include: CONTENTS })
    expect(user).toMatchObject({ status: 'pending', registrations: [{}], roles: [{}] })
    expect(user.id).not.toBe(id)
    expect(await erasedRecords(id)).toBe(1)
    const registered = { action: 'user.registered', targetId: user.id }
    expect(await db().auditRecord.count({ where: registered })).toBe(19)
  })

  it('register the address again before it is deleted: the account stays', async () => {
    const { id, email, attemptId } = await makeRegistration()
    const { first, others } = await lineUp({
      hold: holdAttempt(attemptId),
      first: () => register({ email, password: PASSWORD }, ctx({ now: LATER })),
      others: () => register({ email, password: PASSWORD }, ctx({ now: LATER })),
      meanwhile: async () => expect(await purge()).toBe(0),
    })
    expect(won([first, ...others])).toBe(20)
    expect(await purge()).toBe(0)
    const user = await db().user.findUniqueOrThrow({ where: { email }, include: CONTENTS })
    expect(user).toMatchObject({ id, registrations: [{}], roles: [{}] })
    expect(await erasedRecords(id)).toBe(0)
  })

  it('confirm the address while it is deleted: nothing is confirmed', async () => {
    const { id, attemptId, token } = await makeRegistration()
    const { first, others } = await lineUp({
      hold: holdAttempt(attemptId),
      first: purge,
      others: () => verifyEmail({ token, password: PASSWORD }, ctx()),
    })
    expect([first, won(others)]).toEqual([1, 0])
    expect(await db().user.count({ where: { id } })).toBe(0)
    expect(await erasedRecords(id)).toBe(1)
  })

  it('confirm the address before it is deleted: a confirmed account is never deleted', async () => {
    const { id, attemptId, token } = await makeRegistration()
    const { first, others } = await lineUp({
      hold: holdAttempt(attemptId),
      first: () => verifyEmail({ token, password: PASSWORD }, ctx()),
      others: () => verifyEmail({ token, password: PASSWORD }, ctx()),
      meanwhile: async () => expect(await purge()).toBe(0),
    })
    expect([first.ok, won(others)]).toEqual([true, 0])
    expect(await purge()).toBe(0)
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ status: 'active' })
    expect(await erasedRecords(id)).toBe(0)
  })
})
