import { publishPatch } from '@/lib/messaging/live/publish-live'
import { isUnsettled } from '@/lib/payments/payment-states'
import {
  type ChangedBy,
  changePayment,
  lockPaymentForUpdate,
  type PaymentRow,
} from '@/lib/payments/payment.store'
import {
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import type { Tx } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'

/**
 * The failure code of a payment whose provider captured another amount than requested. It stays
 * unsettled until the operator has refunded the money at the provider, and then fails.
 */
export const AMOUNT_MISMATCH = 'amount_mismatch'

/** Whether the captured amount is what was requested, which is always captured in full. */
export function hasRequestedAmount(
  { amount }: Pick<PaymentRow, 'amount'>,
  known: ProviderPayment,
): boolean {
  return known.captured === (known.status === 'succeeded' ? amount : 0n)
}

/**
 * Throws ProviderRefusal if all of a wrong amount was refunded, so no money is left to settle. Logs
 * the amount if no check has yet.
 */
export async function refuseIfRefunded(
  provider: PaymentProvider,
  payment: PaymentRow,
  known: ProviderPayment,
): Promise<void> {
  const { reference, captured } = known
  const refunded = await provider.findRefundedAmount(reference).catch((error: unknown) => {
    if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable) return null
    throw error
  })
  if (refunded === null || refunded < captured) return
  if (payment.failureCode !== AMOUNT_MISMATCH) logMismatch(payment, known)
  throw new ProviderRefusal(AMOUNT_MISMATCH, 'another amount was captured and refunded')
}

/**
 * Marks a payment whose provider, when asked, reported another captured amount, and logs it the
 * first time. Nothing is needed anymore to send it again or to confirm it.
 */
export async function noteMismatch(
  tx: Tx,
  id: string,
  known: ProviderPayment,
  { by, now }: { by: ChangedBy; now: Date },
): Promise<void> {
  const held = await lockPaymentForUpdate(tx, id)
  if (!held || !isUnsettled(held.status) || held.failureCode === AMOUNT_MISMATCH) return
  logMismatch(held, known)
  await changePayment(tx, id, {
    providerReference: held.providerReference ?? known.reference,
    paymentMethodToken: null,
    redirectUrl: null,
    failureCode: AMOUNT_MISMATCH,
    changedBy: by,
    updatedAt: now,
  })
  const patch = { target: `payments/${id}`, op: 'invalidate' } as const
  await publishPatch(tx, { userId: held.ownerId }, patch)
  await publishPatch(tx, { permission: 'payments:list' }, patch)
}

/** Logs a report that does not fit the payment: the operator must look into it. */
export function logMismatch({ id, amount }: PaymentRow, known: ProviderPayment): void {
  logger().error(
    {
      payment_id: id,
      reference: known.reference,
      amount: Number(amount),
      captured: Number(known.captured),
    },
    'a provider reported a payment that is not ours, or another amount',
  )
}

/** Null: the provider refused to say. */
interface Shortfall {
  captured: number | null
  refunded: number | null
}

/**
 * Finds what was captured and what has been refunded; null if that is all of it. Throws
 * RefusedError (`unavailable`) if the provider doesn't answer.
 */
export async function findShortfall(
  provider: PaymentProvider,
  reference: string,
): Promise<Shortfall | null> {
  try {
    const { captured } = await provider.find(reference)
    const refunded = await provider.findRefundedAmount(reference)
    if (refunded >= captured) return null
    return { captured: Number(captured), refunded: Number(refunded) }
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new RefusedError(refuse('unavailable'))
    if (error instanceof ProviderRefusal) return { captured: null, refunded: null }
    throw error
  }
}

/** Logs that a refund of a wrong amount failed, and what the customer has. */
export function logShortfall(
  { id }: Pick<PaymentRow, 'id'>,
  { reference, failureCode: reason }: ProviderRefund,
  shortfall: Shortfall,
): void {
  const next =
    shortfall.captured === null
      ? 'check at the provider whether the customer has all of the money'
      : 'pay the customer the rest another way'
  const details = { payment_id: id, reference, reason, ...shortfall }
  logger().error(details, `a refund of a wrong amount failed: ${next}`)
}
