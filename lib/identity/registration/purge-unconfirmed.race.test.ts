import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { purgeUnconfirmed } from '@/lib/identity/registration/purge-unconfirmed'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { twenty } from '@/tests/kit/at-once'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings()
  await syncCatalog(new Date())
})

/** A registration that no one confirmed, with neither attempts nor links left. */
async function expired() {
  const { id, email, token } = await makeRegistration()
  await db().registrationAttempt.deleteMany({ where: { userId: id } })
  const long = addSeconds(new Date(), -40 * 86_400)
  await db().user.update({ where: { id }, data: { createdAt: long, updatedAt: long } })
  return { id, email, token }
}

const purge = () => inTransaction((tx) => purgeUnconfirmed(tx, new Date(), 200))
const erasedRecords = (targetId: string) =>
  db().auditRecord.count({ where: { targetId, action: 'user.erased' } })

describe('twenty at once', () => {
  it('delete an expired registration once', async () => {
    const { id } = await expired()
    await db().emailToken.deleteMany({ where: { userId: id } })
    const deleted = await twenty(purge)
    expect(deleted.reduce((sum, count) => sum + count)).toBe(1)
    expect(await erasedRecords(id)).toBe(1)
  })

  it('register the address again while it is deleted: none gets lost', async () => {
    for (let round = 0; round < 2; round++) {
      const { id, email } = await expired()
      await db().emailToken.deleteMany({ where: { userId: id } })
      const results = await twenty<{ ok: boolean }>((index) =>
        index % 4 === round % 4
          ? purge().then(() => ({ ok: true }))
          : register({ email, password: PASSWORD }, ctx()),
      )
      expect(results.every(({ ok }) => ok)).toBe(true)
      const user = await db().user.findUniqueOrThrow({
        where: { email },
        include: { registrations: true, roles: true },
      })
      expect(user).toMatchObject({ status: 'pending', registrations: [{}], roles: [{}] })
      expect(await erasedRecords(id)).toBe(user.id === id ? 0 : 1)
      // Each of the fifteen was recorded, with the account that has the attempt or had it before.
      const registered = { action: 'user.registered', targetId: { in: [id, user.id] } }
      const made = await db().auditRecord.count({ where: registered })
      expect(made).toBe(15 + 1)
    }
  })

  it('confirm the address while it is deleted: a confirmed account is never deleted', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, token } = await expired()
      const results = await twenty<boolean>(async (index) => {
        if (index !== round * 4) return (await verifyEmail({ token, password: PASSWORD }, ctx())).ok
        // By this clock, the link expired long ago.
        await db().emailToken.deleteMany({ where: { userId: id } })
        await purge()
        return false
      })
      const confirmed = results.filter(Boolean).length
      expect(confirmed).toBeLessThanOrEqual(1)
      const row = await db().user.findUnique({ where: { id } })
      expect(row?.status ?? 'gone').toBe(confirmed === 1 ? 'active' : 'gone')
      expect(await erasedRecords(id)).toBe(1 - confirmed)
    }
  })
})
