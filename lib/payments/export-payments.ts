import { recordAudit } from '@/lib/audit/record-audit'
import { visibleOwner } from '@/lib/payments/list-payments'
import { toDecimal } from '@/lib/payments/money'
import { listPaymentRows, type PaymentRow } from '@/lib/payments/payment.store'
import type { PaymentFilters } from '@/lib/payments/payments.schemas'
import { type ListedPayment, presentListedPayment } from '@/lib/payments/present-payment'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { fileStamp, type FileStream } from '@/lib/platform/export-file'
import { csvLines, listFile, readBatches } from '@/lib/platform/export-list'
import type { PermissionCheck, Principal, RequestContext } from '@/lib/platform/request-context'

const BATCH = 500
const COLUMNS = [
  'id',
  'user_id',
  'status',
  'amount',
  'captured_amount',
  'refunded_amount',
  'currency',
  'provider',
  'failure_code',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ListedPayment)[]
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'captured_amount', 'refunded_amount'])

/**
 * Exports payments by the filters of the list, with decimal amounts: the user's own payments, or
 * all payments with `payments:list`. The export is audited before any data is sent. If the session
 * or the permission ends during the export, no further batch is sent and the stream throws, so that
 * the file is visibly truncated.
 */
export async function exportPayments(
  actor: Principal,
  filters: PaymentFilters,
  ctx: RequestContext,
  isStillAuthorized: PermissionCheck,
): Promise<FileStream> {
  const { from, to, ...others } = filters
  await recordAudit(db(), ctx, {
    action: 'payments.exported',
    outcome: 'ok',
    actorId: actor.userId,
    details: { ...others, from: from?.toISOString(), to: to?.toISOString() },
  })
  const ownerId = visibleOwner(actor)
  const permission = ownerId === null ? 'payments:list' : 'payments:charge'
  return listFile(`payments-${fileStamp(ctx.now)}`, csvLines(COLUMNS, cellsOf), {
    batches: readBatches<PaymentRow>(BATCH, (last) =>
      listPaymentRows(db(), { ownerId, filters, limit: BATCH, beforeId: last?.id ?? null }),
    ),
    isAllowed: () => isStillAuthorized(actor, permission, now()),
  })
}

function cellsOf(row: PaymentRow) {
  const payment = presentListedPayment(row)
  return COLUMNS.map((column) =>
    AMOUNTS.has(column) ? toDecimal(payment[column] as number, payment.currency) : payment[column],
  )
}
