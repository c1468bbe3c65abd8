import { ABANDONED_SECONDS, nextCheckAfter, RESEND_SECONDS } from '@/lib/payments/check-schedule'
import { findPayment, isOwnerDeleted, postponeCheck, type PaymentRow } from '@/lib/payments/payment.store'
import { isUnsettled } from '@/lib/payments/payment-states'
import { ProviderRefusal, ProviderUnavailable, type ProviderPayment } from '@/lib/payments/providers/port'
import { findProvider } from '@/lib/payments/providers/registry'
import { unavailable, undecidedUnlessDeclined } from '@/lib/payments/resend'
import { withPaymentId } from '@/lib/payments/return-url'
import { failPayment, settlePayment, type Change } from '@/lib/payments/settle-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

/**
 * Asks the provider about an unsettled payment and writes what it says. A request whose answer was lost is sent again: the provider
 * knows it by its idempotency key, and charges once. When the provider gives no answer it is asked again later.
 */
export async function checkPayment(id: string, change: Change): Promise<void> {
  const payment = await findPayment(db(), id)
  if (!payment || !isUnsettled(payment.status)) return
  const { now } = change.ctx
  const answer = await ask(payment, change).catch((error: unknown) => {
    if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable) return error
    throw error
  })
  if (answer instanceof ProviderUnavailable)
    return postponeCheck(db(), id, nextCheckAfter(payment.createdAt, now))
  await inTransaction(async (tx) => {
    if (!(answer instanceof ProviderRefusal)) await settlePayment(tx, id, answer, change)
    else await failPayment(tx, id, answer.code, change)
  })
}

async function ask(payment: PaymentRow, { by, ctx: { now } }: Change): Promise<ProviderPayment> {
  const provider = findProvider(payment.provider)
  if (!provider) throw new ProviderUnavailable(`${payment.provider} is not configured`)
  const { providerReference: reference } = payment
  if (reference !== null) {
    const abandoned = await isAbandoned(payment, now)
    // It was made there once: a "no" now is no word about the money.
    return (abandoned ? provider.cancel(reference) : provider.find(reference)).catch(unavailable)
  }
  if (now < addSeconds(payment.createdAt, RESEND_SECONDS)) {
    const made = provider.create(orderOf(payment))
    return by === 'request' ? made : made.catch(undecidedUnlessDeclined({ payment: payment.id }))
  }
  const found = await provider.findLate(payment.id).catch(unavailable)
  if (!found) throw new ProviderRefusal('not_received', 'the provider never received the payment')
  return found
}

/** Whether nobody is left to confirm it: it took too long, or the account was deleted. */
async function isAbandoned({ status, createdAt, ownerId }: PaymentRow, now: Date): Promise<boolean> {
  if (status === 'requires_action' && addSeconds(createdAt, ABANDONED_SECONDS) <= now) return true
  return isOwnerDeleted(db(), ownerId)
}

function orderOf({ id, amount, currency, paymentMethodToken, returnUrl }: PaymentRow) {
  return {
    paymentId: id,
    amount,
    currency,
    paymentMethodToken: paymentMethodToken ?? '',
    returnUrl: withPaymentId(returnUrl, id),
  }
}
