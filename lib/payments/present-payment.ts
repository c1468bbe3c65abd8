import type { z } from 'zod'
import type { PaymentProviderName } from '@/lib/payments/payment-states'
import type { PaymentRow, PaymentWithHistory } from '@/lib/payments/payment.store'
import type { listedPaymentResponse, paymentResponse } from '@/lib/payments/payments.responses'

export type PresentedPayment = z.output<typeof paymentResponse>

/** A payment as the API shows it. Amounts in minor units, times in RFC 3339. */
export type ListedPayment = z.output<typeof listedPaymentResponse>

/** Converts a payment to the form used in lists. */
export function presentListedPayment(row: PaymentRow): ListedPayment {
  const url = row.status === 'requires_action' ? row.redirectUrl : null
  return {
    id: row.id,
    user_id: row.ownerId,
    status: row.status,
    amount: Number(row.amount),
    currency: row.currency,
    captured_amount: Number(row.capturedAmount),
    refunded_amount: Number(row.refundedAmount),
    provider: row.provider as PaymentProviderName,
    simulated: row.provider === 'simulator',
    next_action: url === null ? null : { type: 'redirect', url },
    failure_code: row.failureCode,
    return_url: row.returnUrl,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** Converts a payment with its history, oldest first. */
export function presentPayment(row: PaymentWithHistory): PresentedPayment {
  return {
    ...presentListedPayment(row),
    events: row.events.map(({ status, occurredAt }) => ({ status, at: occurredAt.toISOString() })),
    refunds: row.refunds.map(({ id, amount, status, failureCode, createdAt }) => ({
      id,
      amount: Number(amount),
      status,
      failure_code: failureCode,
      created_at: createdAt.toISOString(),
    })),
  }
}
