import type { AuditAction, AuditSuccess } from '@/lib/audit/audit-actions'
import { recordAudits } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import {
  AMOUNT_MISMATCH,
  hasRequestedAmount,
  logMismatch,
  noteMismatch,
  refuseIfRefunded,
} from '@/lib/payments/capture-mismatch'
import {
  ABANDONED_SECONDS,
  nextCheckAfter,
  RESEND_SECONDS,
  treatAsUnavailable,
  treatAsUnavailableUnlessDeclined,
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
  type PaymentProvider,
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
 * Asks the provider about an unsettled payment and stores the answer. A request whose answer was
 * lost is sent again, unless the account was deleted: the provider recognizes its idempotency key
 * and charges once. If the provider doesn't answer, the check is repeated later.
 */
export async function checkPayment(id: string, change: Change): Promise<void> {
  const payment = await findPayment(db(), id)
  if (!payment || !isUnsettled(payment.status)) return
  const { now } = change.ctx
  const answer = await askAboutPayment(payment, change).catch((error: unknown) => {
    if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable) return error
    throw error
  })
  const nextCheckAt = nextCheckAfter(payment.createdAt, now)
  if (answer instanceof ProviderUnavailable) return postponeCheck(db(), payment, nextCheckAt)
  await inTransaction(async (tx) => {
    if (answer instanceof ProviderRefusal) await failPayment(tx, id, answer.code, change)
    else if (hasRequestedAmount(payment, answer)) await settlePayment(tx, id, answer, change)
    else await noteMismatch(tx, id, answer, { by: change.by, now })
    // What is still unsettled is checked less and less often.
    await postponeCheck(tx, payment, nextCheckAt)
  })
}

async function askAboutPayment(payment: PaymentRow, change: Change): Promise<ProviderPayment> {
  const provider = findProvider(payment.provider)
  if (!provider) throw new ProviderUnavailable(`${payment.provider} is not configured`)
  const known = await askProvider(provider, payment, change)
  if (!hasRequestedAmount(payment, known)) await refuseIfRefunded(provider, payment, known)
  return known
}

async function askProvider(
  provider: PaymentProvider,
  payment: PaymentRow,
  change: Change,
): Promise<ProviderPayment> {
  const { providerReference: reference } = payment
  if (reference === null) return askWithoutReference(provider, payment, change)
  const abandoned = await isAbandoned(payment, change.ctx.now)
  // The payment exists at the provider, so a refusal now says nothing about the money.
  return (abandoned ? provider.cancel(reference) : provider.find(reference)).catch(
    treatAsUnavailable,
  )
}

/** Asks about a payment whose request may never have arrived. */
async function askWithoutReference(
  provider: PaymentProvider,
  payment: PaymentRow,
  { by, ctx: { now } }: Change,
): Promise<ProviderPayment> {
  const { id } = payment
  const mayResend = now < addSeconds(payment.createdAt, RESEND_SECONDS)
  if (mayResend && by === 'request') return provider.create(orderOf(payment))
  const isOwned = !(await isOwnerDeleted(db(), payment.ownerId))
  if (mayResend && isOwned)
    return provider
      .create(orderOf(payment))
      .catch(treatAsUnavailableUnlessDeclined({ payment_id: id }))
  const found = await provider.findLate(id).catch(treatAsUnavailable)
  if (found && !isOwned && isUnsettled(found.status))
    return provider.cancel(found.reference).catch(treatAsUnavailable)
  if (found) return found
  // The provider may not find yet what it received a moment ago.
  if (mayResend) throw new ProviderUnavailable('the provider does not find the payment yet')
  throw new ProviderRefusal('not_received', 'the provider never received the payment')
}

/** Whether no one will confirm the payment: it took too long, or the account was deleted. */
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

/** Who makes a change, and when. */
export interface Change {
  by: ChangedBy
  /** Null if no user made it. */
  actorId: string | null
  ctx: Omit<RequestContext, 'deviceToken' | 'locale'>
}

/**
 * Stores what the provider reports about a payment, as far as the state machine allows it; outdated
 * reports change nothing. The change, its entry in the timeline, its audit record and the update of
 * open pages commit together.
 */
export async function settlePayment(
  tx: Tx,
  id: string,
  known: ProviderPayment,
  change: Change,
): Promise<void> {
  const held = await lockPaymentForUpdate(tx, id)
  if (!held || !matchesPayment(held, known)) return
  const moves = canMove(held.status, known.status)
  if (
    !moves &&
    known.status === 'succeeded' &&
    held.capturedAmount === 0n &&
    !isUnsettled(held.status)
  )
    logger().error(
      { payment_id: id, reference: known.reference, status: held.status },
      'a provider captured a payment that had already ended: refund it at the provider',
    )
  if (!moves && held.providerReference !== null) return
  const status = moves ? known.status : held.status
  await changePayment(tx, id, {
    status,
    providerReference: known.reference,
    // The provider has it, so it is no longer needed.
    paymentMethodToken: null,
    capturedAmount: moves && status === 'succeeded' ? known.captured : held.capturedAmount,
    redirectUrl: status === 'requires_action' ? known.redirectUrl : null,
    failureCode: moves ? known.failureCode : held.failureCode,
    // Checks postpone the next one, unless the deletion of the account made it due meanwhile.
    nextCheckAt: isUnsettled(status) ? held.nextCheckAt : null,
    changedBy: change.by,
    updatedAt: change.ctx.now,
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

/** Ends a payment that its provider refused or doesn't know. */
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

/** Audits a change of a payment and updates the pages that show it. */
export async function recordPaymentChange(
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'ownerId'>,
  act: AuditSuccess<Extract<AuditAction, `payment.${string}`>>,
  { actorId, ctx }: Pick<Change, 'actorId' | 'ctx'>,
): Promise<void> {
  await recordAudits(tx, ctx, [{ ...act, outcome: 'ok', actorId, targetId: payment.id }])
  const patch = { target: `payments/${payment.id}`, op: 'invalidate' } as const
  await publishPatch(tx, { userId: payment.ownerId }, patch)
  await publishPatch(tx, { permission: 'payments:list' }, patch)
}

/** Guards against a report about a different payment, or with another amount than requested. */
function matchesPayment(held: PaymentRow, known: ProviderPayment): boolean {
  const { providerReference: reference } = held
  const isOurs = reference === null || reference === known.reference
  if (isOurs && hasRequestedAmount(held, known)) return true
  // Another amount is logged once; the event says nothing new.
  if (!isOurs || held.failureCode !== AMOUNT_MISMATCH) logMismatch(held, known)
  return false
}
