import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import { isUnsettled } from '@/lib/payments/payment-states'
import {
  changePayment,
  findPayment,
  findPaymentIdByReference,
  insertWebhookEvent,
  lockPaymentForUpdate,
  type PaymentWithHistory,
} from '@/lib/payments/payment.store'
import type { PaymentProvider, ProviderEvent } from '@/lib/payments/providers/payment-provider'
import { findProvider } from '@/lib/payments/providers/registry'
import { findRefund, findRefundByReference, insertRefund } from '@/lib/payments/refund.store'
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
 * Acts on a webhook of a payment provider, once, however often and in whatever order its events
 * arrive. `ok` means committed: a fault before makes the provider send it again. Refuses
 * `invalid_signature` with nothing written.
 */
export async function handlePaymentWebhook(
  providerName: string,
  message: { body: Uint8Array; header(name: string): string | null },
  ctx: RequestContext,
): Promise<Outcome> {
  const provider = findProvider(providerName)
  if (!provider) return refuse('not_found')
  const event = await provider.readWebhook({ ...message, now: ctx.now })
  if (!event) return refuse('invalid_signature')
  const payment = event.about && (await findSubject(provider, event.about))
  const paymentId = payment?.id ?? null
  const { id: eventId, type } = event
  const change: Change = { by: 'webhook', actorId: null, ctx }
  const asked = payment !== null && isUnsettled(payment.status) && mustAsk(event.about!)
  if (asked) await checkPayment(payment.id, change)
  await inTransaction(async (tx) => {
    const seen = { provider: provider.name, eventId, type, paymentId, receivedAt: ctx.now }
    if (!(await insertWebhookEvent(tx, seen)) || !payment || !event.about) return
    if (asked && event.about.kind === 'payment') return
    await applyEvent(tx, payment, event.about, change)
  })
  return { ok: true }
}

/**
 * Whether the provider has to be asked about the payment: the word of a refund may overtake that of
 * the charge, and what has failed may still be paid there until asking has put an end to it.
 */
function mustAsk(about: EventSubject): boolean {
  return about.kind === 'refund' || about.payment.status === 'failed'
}

/** Which payment it is about: by the id that we gave along, else by the provider's reference. */
async function findSubject(
  provider: PaymentProvider,
  about: EventSubject,
): Promise<PaymentWithHistory | null> {
  const ownId = about.kind === 'payment' ? about.paymentId : null
  const reference = about.kind === 'payment' ? about.payment.reference : about.paymentReference
  const by = { provider: provider.name, providerReference: reference }
  const id = ownId !== null && isId(ownId) ? ownId : await findPaymentIdByReference(db(), by)
  const payment = id === null ? null : await findPayment(db(), id)
  if (payment?.provider !== provider.name) return null
  if (payment.currency === about.currency) return payment
  logger().error({ payment: payment.id }, 'a provider reported a payment in another currency')
  return null
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
 * A bank may send a refund back days after it succeeded: the money is with the merchant again,
 * while the payment stays refunded here. Somebody has to pay the customer another way.
 */
async function reportReturnedRefund(
  tx: Tx,
  payment: PaymentWithHistory,
  { reference, failureCode }: RefundEvent['refund'],
  change: Change,
): Promise<void> {
  const refund = await findRefundByReference(tx, {
    paymentId: payment.id,
    providerReference: reference,
  })
  if (refund?.status !== 'succeeded') return
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
    { payment: payment.id, refund: refund.id, reason: failureCode },
    'a refund failed after it had succeeded: the customer does not have the money',
  )
}

/** Somebody refunded at the provider itself. What has not succeeded yet concerns nobody here. */
async function recordExternalRefund(
  tx: Tx,
  paymentId: string,
  { refund, amount }: RefundEvent,
  change: Change,
): Promise<void> {
  const held = await lockPaymentForUpdate(tx, paymentId)
  if (!held || refund.status !== 'succeeded') return
  // Sent again by the provider until the charge is known.
  if (isUnsettled(held.status)) throw new RefusedError(refuse('unavailable'))
  if (amount < 1n || amount > held.capturedAmount - held.refundedAmount - held.refundingAmount)
    return logger().error(
      { payment: paymentId },
      'a provider reported a refund of more than was captured',
    )
  const { now } = change.ctx
  const row = {
    id: newId(),
    paymentId,
    requestedBy: null,
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
