import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import { findVisiblePayment } from '@/lib/payments/list-payments'
import { isSameRequest, readIdempotencyKey, type RequestKey } from '@/lib/payments/payment-request'
import { REFUNDABLE } from '@/lib/payments/payment-states'
import { changePayment, findPayment, lockPaymentForUpdate } from '@/lib/payments/payment.store'
import { type PresentedPayment, presentPayment } from '@/lib/payments/present-payment'
import { findRefundByKey, insertRefund } from '@/lib/payments/refund.store'
import { recordPaymentChange } from '@/lib/payments/settle-payment'
import { checkRefund } from '@/lib/payments/settle-refund'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** A requested refund; without an amount, whatever is left. */
export interface RefundInput {
  paymentId: string
  amount?: number | undefined
  idempotencyKey: string | null
}

/**
 * Refunds a payment in full or in part: the user's own payments, or any payment with
 * `payments:list`. The amount is reserved before the provider is called, so that concurrent refunds
 * never add up to more than was captured. Repeating a request with its idempotency key refunds
 * once. Refuses `refund_too_large`, and `conflict` if nothing was captured or the provider refuses.
 */
export async function refundPayment(
  actor: Principal,
  input: RefundInput,
  ctx: RequestContext,
): Promise<Outcome<{ payment: PresentedPayment }>> {
  const { paymentId, amount = null, idempotencyKey } = input
  const key = readIdempotencyKey(idempotencyKey, { paymentId, amount })
  if (!key.ok) return key
  const found = await findVisiblePayment(actor, paymentId, ctx)
  if (!found.ok) return found
  const reserved = await inTransaction((tx) =>
    reserve(tx, actor.userId, { paymentId, amount, key }, ctx),
  )
  if (!reserved.ok) return reserved
  if (reserved.refundId !== null) {
    const refused = await checkRefund(reserved.refundId, {
      by: 'refund',
      actorId: actor.userId,
      ctx,
    })
    if (refused) return refuse('conflict', { detail: REFUSED })
  }
  return { ok: true, payment: presentPayment((await findPayment(db(), paymentId))!) }
}

/** Returns the id of the new refund; null if the request is a retry. */
async function reserve(
  tx: Tx,
  actorId: string,
  by: { paymentId: string; amount: number | null; key: RequestKey },
  ctx: RequestContext,
): Promise<{ ok: true; refundId: string | null } | Refusal> {
  const { paymentId, key } = by
  const { idempotencyKeyHash, requestHash } = key
  const held = (await lockPaymentForUpdate(tx, paymentId))!
  const findRepeated = () => findRefundByKey(tx, { requestedById: actorId, idempotencyKeyHash })
  const known = await findRepeated()
  if (known && !isSameRequest(known.requestHash, key)) return refuse('idempotency_conflict')
  // The first answer may have been lost, so a retry must not look like a success.
  if (known) return known.status === 'failed' ? refuse('conflict', { detail: REFUSED }) : REPEATED
  const left = held.capturedAmount - held.refundedAmount - held.refundingAmount
  const amount = by.amount === null ? left : BigInt(by.amount)
  if (held.capturedAmount === 0n) return refuse('conflict', { detail: NOTHING_CAPTURED })
  if (!REFUNDABLE.some((status) => status === held.status) || amount === 0n || amount > left)
    return refuse('refund_too_large')
  const refundId = newId()
  const inserted = await insertRefund(tx, {
    id: refundId,
    paymentId,
    requestedById: actorId,
    amount,
    idempotencyKeyHash,
    requestHash,
    createdAt: ctx.now,
    nextCheckAt: addSeconds(ctx.now, QUESTION_SECONDS),
  })
  // A concurrent request used the key for another payment.
  if (!inserted) return refuse('idempotency_conflict')
  await changePayment(tx, paymentId, {
    refundingAmount: held.refundingAmount + amount,
    changedBy: 'refund',
    updatedAt: ctx.now,
  })
  const details = { refund_id: refundId, amount: Number(amount), currency: held.currency }
  await recordPaymentChange(
    tx,
    held,
    { action: 'payment.refund_requested', details },
    { actorId, ctx },
  )
  return { ok: true, refundId }
}

const REPEATED = { ok: true, refundId: null } as const
const NOTHING_CAPTURED = 'Nothing was captured, so there is nothing to refund.'
const REFUSED = 'The payment provider refused the refund.'
