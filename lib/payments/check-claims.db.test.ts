import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { chargeOf, makePayment, usePaymentStage } from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const stage = usePaymentStage('stripe')
beforeAll(() => syncCatalog(new Date()))

it('a check that waited for others in its run has its whole time', async () => {
  const owner = await holderOf('payments:charge')
  const now = new Date()
  const ids: string[] = []
  for (let i = 0; i < 6; i++) {
    const { id } = await makePayment(owner, chargeOf(5000, stage.tokens.challenge), ctx())
    await db().payment.update({ where: { id }, data: { nextCheckAt: addSeconds(now, i - 60) } })
    ids.push(id)
  }
  // Five are asked about at once, and the last one after them.
  let claimedUntil = now
  stage.stripe().state.onDone = async () => {
    const last = await db().payment.findUniqueOrThrow({ where: { id: ids.at(-1)! } })
    claimedUntil = last.nextCheckAt!
    await sleep(1000)
  }
  await reconcilePayments.run(now)
  const earliest = addSeconds(now, QUESTION_SECONDS + 0.9)
  expect(claimedUntil.getTime()).toBeGreaterThanOrEqual(earliest.getTime())
})
