import { containsCardNumber, urlContainsCardNumber } from '@/lib/payments/card-number'
import { QUESTION_SECONDS } from '@/lib/payments/check-schedule'
import {
  isReturnUrl,
  isSameRequest,
  readIdempotencyKey,
  type RequestKey,
} from '@/lib/payments/payment-request'
import {
  findPayment,
  findPaymentByKey,
  insertPayment,
  type PaymentWithHistory,
} from '@/lib/payments/payment.store'
import { type PresentedPayment, presentPayment } from '@/lib/payments/present-payment'
import { activeProvider } from '@/lib/payments/providers/registry'
import { checkPayment, recordPaymentChange } from '@/lib/payments/settle-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** A requested charge, validated by its schema. */
export interface PaymentInput {
  amount: number
  currency: string
  paymentMethodToken: string
  returnUrl: string
  idempotencyKey: string | null
}

type Made = Outcome<{ payment: PresentedPayment }>

/**
 * Charges a payment method. The payment is stored before the provider is called, so that it can be
 * looked up there after a crash. Repeating a request with its idempotency key returns the same
 * payment; a different request with that key is refused (`idempotency_conflict`). A declined card
 * results in a failed payment, not a refusal.
 */
export async function createPayment(
  actor: Pick<Principal, 'userId'>,
  input: PaymentInput,
  ctx: RequestContext,
): Promise<Made> {
  // Checked before anything is stored; the response never repeats the token.
  if (containsCardNumber(input.paymentMethodToken) || urlContainsCardNumber(input.returnUrl))
    return refuse('card_number_refused')
  const { idempotencyKey, ...request } = input
  const key = readIdempotencyKey(idempotencyKey, request)
  if (!key.ok) return key
  const repeated = answerRepeated(
    await findPaymentByKey(db(), {
      ownerId: actor.userId,
      idempotencyKeyHash: key.idempotencyKeyHash,
    }),
    key,
  )
  if (repeated) return repeated
  const provider = activeProvider()
  if (!provider) return refuse('payments_unavailable')
  if (!provider.knowsToken(input.paymentMethodToken)) return notSupported('payment_method_token')
  if (!isReturnUrl(input.returnUrl)) return notSupported('return_url')
  const id = newId()
  const refusal = await write(actor.userId, { id, provider: provider.name, input, key }, ctx)
  if (refusal) return refusal
  await checkPayment(id, { by: 'request', actorId: actor.userId, ctx })
  return { ok: true, payment: presentPayment((await findPayment(db(), id))!) }
}

function write(
  ownerId: string,
  by: { id: string; provider: string; input: PaymentInput; key: RequestKey },
  ctx: RequestContext,
): Promise<Made | null> {
  const { id, provider, input, key } = by
  const { amount, currency, paymentMethodToken, returnUrl } = input
  const { idempotencyKeyHash, requestHash } = key
  return inTransaction(async (tx) => {
    const written = await insertPayment(tx, {
      id,
      ownerId,
      amount: BigInt(amount),
      currency,
      provider,
      paymentMethodToken,
      returnUrl,
      idempotencyKeyHash,
      requestHash,
      createdAt: ctx.now,
      nextCheckAt: addSeconds(ctx.now, QUESTION_SECONDS),
    })
    if (!written)
      return answerRepeated(await findPaymentByKey(tx, { ownerId, idempotencyKeyHash }), key)
    const details = { amount, currency, provider }
    await recordPaymentChange(
      tx,
      { id, ownerId },
      { action: 'payment.created', details },
      { actorId: ownerId, ctx },
    )
    return null
  })
}

function answerRepeated(payment: PaymentWithHistory | null, key: RequestKey): Made | null {
  if (!payment) return null
  if (!isSameRequest(payment.requestHash, key)) return refuse('idempotency_conflict')
  return { ok: true, payment: presentPayment(payment) }
}

function notSupported(field: string): Refusal {
  return refuse('validation_failed', { errors: [fieldError([field], 'not_supported')] })
}
