import {
  AMOUNT_MISMATCH,
  findShortfall,
  hasRequestedAmount,
  logShortfall,
} from '@/lib/payments/capture-mismatch'
import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import { isUnsettled } from '@/lib/payments/payment-states'
import {
  changePayment,
  findPayment,
  findPaymentIdByReference,
  hasUnreferencedPayment,
  insertWebhookEvent,
  lockPaymentForUpdate,
  type PaymentWithHistory,
} from '@/lib/payments/payment.store'
import type {
  PaymentProvider,
  ProviderEvent,
  WebhookMessage,
} from '@/lib/payments/providers/payment-provider'
import { findProvider } from '@/lib/payments/providers/registry'
import { findRefund, insertRefund, markRefundReturned } from '@/lib/payments/refund.store'
import {
  type Change,
  checkPayment,
  recordPaymentChange,
  settlePayment,
} from '@/lib/payments/settle-payment'
import { settleRefund } from '@/lib/payments/settle-refund'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId, newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

type EventSubject = NonNullable<ProviderEvent['about']>
type RefundEvent = Extract<EventSubject, { kind: 'refund' }>

/**
 * Processes a webhook of a payment provider exactly once, no matter how often and in which order
 * its events arrive. `ok` means committed; after an earlier error, the provider sends it again.
 * Refuses `invalid_signature` without writing anything.
 */
export async function handlePaymentWebhook(
  providerName: string,
  { body, signatures }: WebhookMessage,
  ctx: RequestContext,
): Promise<Outcome> {
  const provider = findProvider(providerName)
  if (!provider) return refuse('not_found')
  const event = await provider.readWebhook({
    body,
    signature: signatures[provider.name],
    now: ctx.now,
  })
  if (!event) return refuse('invalid_signature')
  const payment = event.about && (await findSubject(provider, event.about))
  const paymentId = payment?.id ?? null
  const { id: eventId, type } = event
  const change: Change = { by: 'webhook', actorId: null, ctx }
  const asked = payment !== null && isUnsettled(payment.status) && mustAsk(payment, event.about!)
  if (asked) await checkPayment(payment.id, change)
  const failed = payment && event.about && uncheckedFailure(payment, event.about)
  const shortfall = failed && (await findShortfall(provider, failed.paymentReference))
  await inTransaction(async (tx) => {
    const seen = { provider: provider.name, eventId, type, paymentId, receivedAt: ctx.now }
    if (!(await insertWebhookEvent(tx, seen)) || !payment || !event.about) return
    if (asked && event.about.kind === 'payment') return
    if (shortfall) {
      // Stripe reports a refund with several events, of which one is logged.
      const once = { ...seen, eventId: `failed ${failed.refund.reference}` }
      if (await insertWebhookEvent(tx, once)) logShortfall(payment, failed.refund, shortfall)
    }
    await applyEvent(tx, payment, event.about, change)
  })
  return { ok: true }
}

/**
 * Whether to ask the provider about the payment: the event of a refund may arrive before that of
 * the charge, a failed payment can still be paid at the provider until a check has closed it, and
 * a check marks a payment of which another amount was captured.
 */
function mustAsk(payment: PaymentWithHistory, about: EventSubject): boolean {
  if (about.kind === 'refund' || about.payment.status === 'failed') return true
  const isOurs = [null, about.payment.reference].includes(payment.providerReference)
  return isOurs && !hasRequestedAmount(payment, about.payment)
}

/**
 * The event of a failed refund that nothing else would notice: refunds of a wrong amount aren't
 * stored here, and nothing checks a payment that has failed.
 */
function uncheckedFailure(
  { status, failureCode }: PaymentWithHistory,
  about: EventSubject,
): RefundEvent | null {
  if (status !== 'failed' || failureCode !== AMOUNT_MISMATCH) return null
  return about.kind === 'refund' && about.refund.status === 'failed' ? about : null
}

/**
 * The payment an event is about: found by the id that we sent along, or else by the provider's
 * reference. Throws RefusedError (`unavailable`) while it may be one whose reference is not known.
 */
async function findSubject(
  provider: PaymentProvider,
  about: EventSubject,
): Promise<PaymentWithHistory | null> {
  const ownId = about.kind === 'payment' ? about.paymentId : null
  const reference = about.kind === 'payment' ? about.payment.reference : about.paymentReference
  const by = { provider: provider.name, providerReference: reference }
  // Asked first: a reference that is stored meanwhile is then found, or waited for.
  const isEarly = countsMoney(about) && (await hasUnreferencedPayment(db(), provider.name))
  const id = ownId !== null && isId(ownId) ? ownId : await findPaymentIdByReference(db(), by)
  // The answer to a charge was lost, and its money may have been given back at the provider since.
  // The provider sends the event again, and until then the charge is found.
  if (id === null && isEarly) throw new RefusedError(refuse('unavailable'))
  const payment = id === null ? null : await findPayment(db(), id)
  if (payment?.provider !== provider.name) return null
  if (payment.currency === about.currency) return payment
  logger().error({ payment_id: payment.id }, 'a provider reported a payment in another currency')
  return null
}

/** Whether an event counts even if the refund was made at the provider. */
function countsMoney(about: EventSubject): boolean {
  return about.kind === 'refund' && about.refund.status === 'succeeded'
}

async function applyEvent(
  tx: Tx,
  payment: PaymentWithHistory,
  about: EventSubject,
  change: Change,
): Promise<void> {
  if (about.kind === 'payment') return settlePayment(tx, payment.id, about.payment, change)
  if (about.refund.status === 'failed')
    await reportReturnedRefund(tx, payment, about.refund, change)
  const own =
    about.refundId !== null && isId(about.refundId) ? await findRefund(tx, about.refundId) : null
  if (!own) return recordExternalRefund(tx, payment.id, about, change)
  if (own.paymentId === payment.id) await settleRefund(tx, own, about.refund, change)
}

/**
 * A bank may return a refund days after it succeeded: the merchant has the money again, while the
 * payment stays refunded here. The operator has to pay the customer another way. Stripe reports it
 * with several events, so the first one is recorded.
 */
async function reportReturnedRefund(
  tx: Tx,
  payment: PaymentWithHistory,
  { reference: providerReference, failureCode }: RefundEvent['refund'],
  change: Change,
): Promise<void> {
  // Like every change of a refund, under the lock of its payment.
  await lockPaymentForUpdate(tx, payment.id)
  const by = { paymentId: payment.id, providerReference, now: change.ctx.now }
  const refund = await markRefundReturned(tx, by)
  if (!refund) return
  const details = {
    refund_id: refund.id,
    amount: Number(refund.amount),
    currency: payment.currency,
    before: { refund: 'succeeded' },
    after: { refund: 'failed' },
    ...(failureCode !== null && { reason: failureCode }),
  }
  await recordPaymentChange(tx, payment, { action: 'payment.refund_failed', details }, change)
  logger().error(
    { payment_id: payment.id, refund_id: refund.id, reason: failureCode },
    'a refund failed after it had succeeded: pay the customer another way',
  )
}

/** A refund created at the provider itself. Ignored until it has succeeded. */
async function recordExternalRefund(
  tx: Tx,
  paymentId: string,
  { refund, amount }: RefundEvent,
  change: Change,
): Promise<void> {
  const held = await lockPaymentForUpdate(tx, paymentId)
  if (!held || refund.status !== 'succeeded') return
  // A wrong amount is given back at the provider: a check settles the payment.
  if (held.failureCode === AMOUNT_MISMATCH) return
  // The provider sends it again until the charge is settled.
  if (isUnsettled(held.status)) throw new RefusedError(refuse('unavailable'))
  const left = held.capturedAmount - held.refundedAmount
  if (amount < 1n || amount > left)
    return logger().error(
      { payment_id: paymentId },
      'a provider reported a refund of more than was captured',
    )
  // Ours has reserved the money, but cannot be made anymore. This one counts after ours has failed.
  if (amount > left - held.refundingAmount) throw new RefusedError(refuse('unavailable'))
  const { now } = change.ctx
  const row = {
    id: newId(),
    paymentId,
    requestedById: null,
    amount,
    idempotencyKeyHash: null,
    requestHash: null,
    createdAt: now,
    nextCheckAt: addSeconds(now, QUESTION_SECONDS),
    providerReference: refund.reference,
  }
  if (!(await insertRefund(tx, row))) return
  const refundingAmount = held.refundingAmount + amount
  await changePayment(tx, paymentId, { refundingAmount, changedBy: 'webhook', updatedAt: now })
  await settleRefund(tx, row, refund, change)
}
