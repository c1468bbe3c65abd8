import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import { claimDueCheck, listDuePayments } from '@/lib/payments/payment.store'
import { claimDueRefund, listDueRefunds } from '@/lib/payments/refund.store'
import { type Change, checkPayment } from '@/lib/payments/settle-payment'
import { checkRefund } from '@/lib/payments/settle-refund'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

const AT_ONCE = 5
const BATCH = 25

/**
 * Checks unsettled payments and refunds that are due at their providers: payments whose answer was
 * lost, whose webhook never came or whose customer left, and refunds without an answer. Several
 * instances share the work; each payment is checked by one of them.
 */
export async function reconcilePayments(now: Date): Promise<void> {
  const until = addSeconds(now, QUESTION_SECONDS)
  await eachOf(await listDuePayments(db(), now, BATCH), async (id) => {
    if (await claimDueCheck(db(), { id, now, until })) await checkPayment(id, backgroundChange(now))
  })
  await eachOf(await listDueRefunds(db(), now, BATCH), async (id) => {
    if (await claimDueRefund(db(), { id, now, until })) await checkRefund(id, backgroundChange(now))
  })
}

function backgroundChange(now: Date): Change {
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api' as const, now }
  return { by: 'check', actorId: null, ctx }
}

async function eachOf(ids: string[], work: (id: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await Promise.all(ids.slice(at, at + AT_ONCE).map(work))
}
