import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import { claimDueCheck, listDuePayments, purgeWebhookEvents } from '@/lib/payments/payment.store'
import { claimDueRefund, listDueRefunds } from '@/lib/payments/refund.store'
import { type Change, checkPayment } from '@/lib/payments/settle-payment'
import { checkRefund } from '@/lib/payments/settle-refund'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { definePurgeJob, defineRecurringJob } from '@/lib/platform/jobs/define-job'

const AT_ONCE = 5
const BATCH = 25

/** Each check takes a lock of its own, so a crashed worker is replaced soon. */
const LOCKED_CLAIM_SECONDS = 30

/**
 * Checks unsettled payments and refunds that are due at their providers: payments whose answer was
 * lost, whose webhook never came or whose customer left, and refunds without an answer. Several
 * instances share the work; each payment is checked by one of them.
 */
export const reconcilePayments = defineRecurringJob({
  name: 'reconcile-payments',
  everySeconds: 5,
  claimSeconds: LOCKED_CLAIM_SECONDS,
  run: async (now) => {
    const startedAt = performance.now()
    // From the time of the claim: the checks before it may have taken long.
    const until = () => addSeconds(now, (performance.now() - startedAt) / 1000 + QUESTION_SECONDS)
    await eachOf(await listDuePayments(db(), now, BATCH), async (id) => {
      if (await claimDueCheck(db(), { id, now, until: until() }))
        await checkPayment(id, backgroundChange(now))
    })
    await eachOf(await listDueRefunds(db(), now, BATCH), async (id) => {
      if (await claimDueRefund(db(), { id, now, until: until() }))
        await checkRefund(id, backgroundChange(now))
    })
  },
})

function backgroundChange(now: Date): Change {
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api' as const, now }
  return { by: 'check', actorId: null, ctx }
}

async function eachOf(ids: string[], work: (id: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await Promise.all(ids.slice(at, at + AT_ONCE).map(work))
}

/** Providers stop retrying an event long before this. */
const KEEP_WEBHOOK_EVENTS_SECONDS = 60 * 86_400

export const purgeOldWebhookEvents = definePurgeJob({
  name: 'purge-payment-webhook-events',
  everySeconds: 3600,
  purges: {
    payment_webhook_events: (db, now, limit) =>
      purgeWebhookEvents(db, addSeconds(now, -KEEP_WEBHOOK_EVENTS_SECONDS), limit),
  },
})
