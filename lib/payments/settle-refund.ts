import {
  nextCheckAfter,
  RESEND_SECONDS,
  treatAsUnavailable,
  treatAsUnavailableUnlessDeclined,
} from '@/lib/payments/check-schedule'
import {
  changePayment,
  findPayment,
  lockPaymentForUpdate,
  type PaymentRow,
} from '@/lib/payments/payment.store'
import {
  type ProviderRefund,
  ProviderRefusal,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import { findProvider } from '@/lib/payments/providers/registry'
import { endRefund, findRefund, postponeRefund, type RefundRow } from '@/lib/payments/refund.store'
import { type Change, recordPaymentChange } from '@/lib/payments/settle-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

/**
 * Stores the result of a pending refund and releases or uses the reserved amount, once, whichever
 * answer arrives first. The change, its entry in the timeline, its audit record and the update of
 * open pages commit together.
 */
export async function settleRefund(
  tx: Tx,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'amount' | 'createdAt'>,
  known: ProviderRefund,
  change: Change,
): Promise<void> {
  const { id, paymentId, amount } = refund
  const { now } = change.ctx
  const held = await lockPaymentForUpdate(tx, paymentId)
  if (!held) return
  if (known.status === 'pending')
    return postponeRefund(tx, {
      id,
      providerReference: known.reference,
      nextCheckAt: nextCheckAfter(refund.createdAt, now),
    })
  const { status, reference, failureCode } = known
  if (
    !(await endRefund(tx, { id, status, providerReference: reference || null, failureCode, now }))
  )
    return
  const refunded = held.refundedAmount + (status === 'succeeded' ? amount : 0n)
  const after =
    refunded === 0n
      ? held.status
      : refunded === held.capturedAmount
        ? 'refunded'
        : 'partially_refunded'
  await changePayment(tx, paymentId, {
    status: after,
    refundedAmount: refunded,
    refundingAmount: held.refundingAmount - amount,
    changedBy: change.by,
    updatedAt: now,
  })
  const details = {
    refund_id: id,
    amount: Number(amount),
    currency: held.currency,
    before: { status: held.status, refunded_amount: Number(held.refundedAmount) },
    after: { status: after, refunded_amount: Number(refunded) },
    ...(failureCode !== null && { reason: failureCode }),
  }
  const action = status === 'succeeded' ? 'payment.refunded' : 'payment.refund_failed'
  await recordPaymentChange(tx, held, { action, details }, change)
}

/**
 * Requests a pending refund from the provider and stores the answer. If an answer was lost, the
 * request is sent again: the provider recognizes its idempotency key and refunds once.
 */
export async function checkRefund(id: string, change: Change): Promise<ProviderRefusal | null> {
  const refund = await findRefund(db(), id)
  const payment = refund?.status === 'pending' ? await findPayment(db(), refund.paymentId) : null
  if (!refund || !payment) return null
  const { now } = change.ctx
  const answer = await askAboutRefund(payment, refund, change).catch((error: unknown) => {
    if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable) return error
    throw error
  })
  if (answer instanceof ProviderUnavailable) {
    const nextCheckAt = nextCheckAfter(refund.createdAt, now)
    await postponeRefund(db(), { id, providerReference: null, nextCheckAt })
    return null
  }
  const refused = answer instanceof ProviderRefusal ? answer : null
  const known: ProviderRefund =
    answer instanceof ProviderRefusal
      ? { reference: refund.providerReference ?? '', status: 'failed', failureCode: answer.code }
      : answer
  await inTransaction((tx) => settleRefund(tx, refund, known, change))
  return refused
}

async function askAboutRefund(
  payment: PaymentRow,
  refund: RefundRow,
  { by, ctx: { now } }: Change,
): Promise<ProviderRefund> {
  const provider = findProvider(payment.provider)
  if (!provider) throw new ProviderUnavailable(`${payment.provider} is not configured`)
  const order = {
    refundId: refund.id,
    paymentReference: payment.providerReference ?? '',
    amount: refund.amount,
    currency: payment.currency,
  }
  if (refund.providerReference !== null)
    return provider.findRefund(refund.providerReference).catch(treatAsUnavailable)
  if (now < addSeconds(refund.createdAt, RESEND_SECONDS)) {
    const made = provider.refund(order)
    const about = { payment_id: payment.id, refund_id: refund.id }
    return by === 'refund' ? made : made.catch(treatAsUnavailableUnlessDeclined(about))
  }
  const found = await provider.findLateRefund(order).catch(treatAsUnavailable)
  if (!found) throw new ProviderRefusal('not_received', 'the provider never received the refund')
  return found
}
