import { type AuditEntry, recordAudits } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import {
  ABANDONED_SECONDS,
  nextCheckAfter,
  RESEND_SECONDS,
  treatAsUnavailable,
  undecidedUnlessDeclined,
} from '@/lib/payments/check-schedule'
import { withPaymentId } from '@/lib/payments/payment-request'
import { canMove, isUnsettled } from '@/lib/payments/payment-states'
import {
  type ChangedBy,
  changePayment,
  findPayment,
  isOwnerDeleted,
  lockPaymentForUpdate,
  type PaymentRow,
  postponeCheck,
} from '@/lib/payments/payment.store'
import {
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import { findProvider } from '@/lib/payments/providers/registry'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Asks the provider about an unsettled payment and writes what it says. A request whose answer was
 * lost is sent again: the provider knows it by its idempotency key, and charges once. When the
 * provider gives no answer it is asked again later.
 */
export async function checkPayment(id: string, change: Change): Promise<void> {
  const payment = await findPayment(db(), id)
  if (!payment || !isUnsettled(payment.status)) return
  const { now } = change.ctx
  const answer = await askAboutPayment(payment, change).catch((error: unknown) => {
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

async function askAboutPayment(
  payment: PaymentRow,
  { by, ctx: { now } }: Change,
): Promise<ProviderPayment> {
  const provider = findProvider(payment.provider)
  if (!provider) throw new ProviderUnavailable(`${payment.provider} is not configured`)
  const { providerReference: reference } = payment
  if (reference !== null) {
    const abandoned = await isAbandoned(payment, now)
    // It was made there once: a "no" now is no word about the money.
    return (abandoned ? provider.cancel(reference) : provider.find(reference)).catch(
      treatAsUnavailable,
    )
  }
  if (now < addSeconds(payment.createdAt, RESEND_SECONDS)) {
    const made = provider.create(orderOf(payment))
    return by === 'request' ? made : made.catch(undecidedUnlessDeclined({ payment: payment.id }))
  }
  const found = await provider.findLate(payment.id).catch(treatAsUnavailable)
  if (!found) throw new ProviderRefusal('not_received', 'the provider never received the payment')
  return found
}

/** Whether nobody is left to confirm it: it took too long, or the account was deleted. */
async function isAbandoned(
  { status, createdAt, ownerId }: PaymentRow,
  now: Date,
): Promise<boolean> {
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

/** On whose behalf, and when, something is written. */
export interface Change {
  by: ChangedBy
  /** Null: nobody in person. */
  actorId: string | null
  ctx: Omit<RequestContext, 'deviceToken' | 'locale'>
}

/**
 * Writes what the provider says of a payment, as far as the state machine allows it: news that is
 * older than what is known changes nothing. The change, its place in the timeline, its audit record
 * and the word to open pages are one.
 */
export async function settlePayment(
  tx: Tx,
  id: string,
  known: ProviderPayment,
  change: Change,
): Promise<void> {
  const held = await lockPaymentForUpdate(tx, id)
  if (!held || !matchesPayment(held, known)) return
  const { now } = change.ctx
  const moves = canMove(held.status, known.status)
  if (
    !moves &&
    known.status === 'succeeded' &&
    held.capturedAmount === 0n &&
    !isUnsettled(held.status)
  )
    logger().error(
      { payment: id, reference: known.reference, status: held.status },
      'a provider captured a payment that had ended without: the money has to be given back there',
    )
  if (!moves && held.providerReference !== null) return
  const status = moves ? known.status : held.status
  await changePayment(tx, id, {
    status,
    providerReference: known.reference,
    // The provider has it: it is not needed again.
    paymentMethodToken: null,
    capturedAmount: moves && status === 'succeeded' ? known.captured : held.capturedAmount,
    redirectUrl: status === 'requires_action' ? known.redirectUrl : null,
    failureCode: moves ? known.failureCode : held.failureCode,
    nextCheckAt: isUnsettled(status) ? nextCheckAfter(held.createdAt, now) : null,
    changedBy: change.by,
    updatedAt: now,
  })
  if (!moves) return
  const details = {
    before: { status: held.status },
    after: { status },
    ...(known.failureCode !== null && { reason: known.failureCode }),
    by: change.by,
  }
  await recordPaymentChange(tx, held, { action: 'payment.status_changed', details }, change)
}

/** Ends a payment that its provider has refused, or does not know. */
async function failPayment(tx: Tx, id: string, code: string, change: Change): Promise<void> {
  const held = await lockPaymentForUpdate(tx, id)
  if (!held || !canMove(held.status, 'failed')) return
  await changePayment(tx, id, {
    status: 'failed',
    paymentMethodToken: null,
    redirectUrl: null,
    failureCode: code,
    nextCheckAt: null,
    changedBy: change.by,
    updatedAt: change.ctx.now,
  })
  const details = {
    before: { status: held.status },
    after: { status: 'failed' },
    reason: code,
    by: change.by,
  }
  await recordPaymentChange(tx, held, { action: 'payment.status_changed', details }, change)
}

/** Records a change of a payment and tells the pages that show it. */
export async function recordPaymentChange(
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'ownerId'>,
  { action, details }: Pick<AuditEntry, 'action' | 'details'>,
  { actorId, ctx }: Pick<Change, 'actorId' | 'ctx'>,
): Promise<void> {
  const about = { targetType: 'payment', targetId: payment.id, outcome: 'ok' as const }
  await recordAudits(tx, ctx, [{ action, actorId, ...about, ...(details && { details }) }])
  const patch = { target: `payments/${payment.id}`, op: 'invalidate' } as const
  await publishPatch(tx, { userId: payment.ownerId }, patch)
  await publishPatch(tx, { permission: 'payments:list' }, patch)
}

/**
 * Guards against news of another payment, or of more money than was asked for: somebody has to look
 * at that.
 */
function matchesPayment(held: PaymentRow, known: ProviderPayment): boolean {
  const { id, providerReference, amount } = held
  const fits =
    (providerReference === null || providerReference === known.reference) &&
    known.captured <= amount &&
    (known.status !== 'succeeded' || known.captured > 0n)
  if (!fits)
    logger().error(
      { payment: id, reference: known.reference },
      'a provider reported a payment that is not ours',
    )
  return fits
}
