import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { makeRegistration } from '@/tests/kit/make-registration'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { approveRegistration, declineRegistration } from '@/lib/users/decide-registration'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_REGISTRATION: 'approval' })
  await syncCatalog(new Date())
})

async function waiting(): Promise<string> {
  const { id, token } = await makeRegistration()
  await verifyEmail({ token }, ctx())
  await db().job.deleteMany()
  return id
}
const mails = async () =>
  (await db().job.findMany()).map(({ payload }) => (payload as { mail: string }).mail)
const decisions = (targetId: string) =>
  db().auditRecord.count({
    where: { targetId, action: { in: ['user.approved', 'user.declined'] }, outcome: 'ok' },
  })

describe('twenty concurrent decisions on one registration', () => {
  it('approve and decline: one wins, and the user is told only that', async () => {
    const actor = await holderOf('users:activate')
    for (let round = 0; round < 4; round++) {
      const userId = await waiting()
      const results = await twenty((i) =>
        i % 2 === round % 2
          ? approveRegistration(actor, { userId }, ctx())
          : declineRegistration(actor, { userId, reason: null }, ctx()),
      )
      const won = results.filter(({ ok }) => ok)
      expect(won).toHaveLength(1)
      const approved = 'user' in won[0]!
      const user = await db().user.findUnique({ where: { id: userId } })
      expect(user?.status ?? 'gone').toBe(approved ? 'active' : 'gone')
      expect(await mails()).toEqual([approved ? 'registration_approved' : 'registration_declined'])
      expect(await decisions(userId)).toBe(1)
    }
  })
})
