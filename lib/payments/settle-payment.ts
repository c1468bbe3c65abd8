import { recordAudits, type AuditEntry } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import { nextCheckAfter } from '@/lib/payments/check-schedule'
import { canMove, isUnsettled } from '@/lib/payments/payment-states'
import { changePayment, holdPayment, type ChangedBy, type PaymentRow } from '@/lib/payments/payment.store'
import type { ProviderPayment } from '@/lib/payments/providers/port'
import type { Tx } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'

/** On whose behalf, and when, something is written. */
export interface Change {
  by: ChangedBy
  /** Null: nobody in person. */
  actorId: string | null
  ctx: Omit<RequestContext, 'deviceToken' | 'locale'>
}

/**
 * Writes what the provider says of a payment, as far as the state machine allows it: news that is older than what is known changes
 * nothing. The change, its place in the timeline, its audit record and the word to open pages are one.
 */
export async function settlePayment(
  tx: Tx,
  id: string,
  known: ProviderPayment,
  change: Change,
): Promise<void> {
  const held = await holdPayment(tx, id)
  if (!held || !isAbout(held, known)) return
  const { now } = change.ctx
  const moves = canMove(held.status, known.status)
  if (!moves && known.status === 'succeeded' && held.capturedAmount === 0n && !isUnsettled(held.status))
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
  await announce(tx, held, { action: 'payment.status_changed', details }, change)
}

/** Ends a payment that its provider has refused, or does not know. */
export async function failPayment(tx: Tx, id: string, code: string, change: Change): Promise<void> {
  const held = await holdPayment(tx, id)
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
  await announce(tx, held, { action: 'payment.status_changed', details }, change)
}

/** Records a change of a payment and tells the pages that show it. */
export async function announce(
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

/** Guards against news of another payment, or of more money than was asked for: somebody has to look at that. */
function isAbout(held: PaymentRow, known: ProviderPayment): boolean {
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
