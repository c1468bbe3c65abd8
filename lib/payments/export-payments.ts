import { recordAudit } from '@/lib/audit/record-audit'
import { visibleOwner } from '@/lib/payments/list-payments'
import { toDecimal } from '@/lib/payments/money'
import { listPaymentRows } from '@/lib/payments/payment.store'
import type { PaymentFilters } from '@/lib/payments/payments.schemas'
import { type ListedPayment, presentListedPayment } from '@/lib/payments/present-payment'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  csvLine,
  fileStamp,
  fileStream,
  type FileStream,
  primeStream,
} from '@/lib/platform/export-file'
import { refuse, RefusedError } from '@/lib/platform/problems'
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
  stillHolds: PermissionCheck,
): Promise<FileStream> {
  const { from, to, ...others } = filters
  await recordAudit(db(), ctx, {
    action: 'payments.exported',
    outcome: 'ok',
    actorId: actor.userId,
    details: { ...others, from: from?.toISOString(), to: to?.toISOString() },
  })
  const chunks = await primeStream(write(actor, filters, stillHolds))
  return fileStream(`payments-${fileStamp(ctx.now)}`, 'csv', chunks)
}

async function* write(
  actor: Principal,
  filters: PaymentFilters,
  stillHolds: PermissionCheck,
): AsyncGenerator<string> {
  const ownerId = visibleOwner(actor)
  const permission = ownerId === null ? 'payments:list' : 'payments:charge'
  let beforeId: string | null = null
  let lead = csvLine(COLUMNS)
  for (;;) {
    if (!(await stillHolds(actor, permission, now())))
      throw new RefusedError(refuse('session_revoked'))
    const rows = await listPaymentRows(db(), { ownerId, filters, limit: BATCH, beforeId })
    yield lead + rows.map((row) => lineOf(presentListedPayment(row))).join('')
    if (rows.length < BATCH) return
    lead = ''
    beforeId = rows.at(-1)!.id
  }
}

function lineOf(payment: ListedPayment): string {
  return csvLine(
    COLUMNS.map((column) =>
      AMOUNTS.has(column)
        ? toDecimal(payment[column] as number, payment.currency)
        : payment[column],
    ),
  )
}
