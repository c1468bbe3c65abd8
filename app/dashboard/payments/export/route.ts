import { readPaymentsQuery } from '@/app/dashboard/payments/payments-query'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { exportPayments } from '@/lib/payments/export-payments'
import { PAYMENT_READERS } from '@/lib/payments/payment-readers'
import { refuse } from '@/lib/platform/problems'
import { defineDownload } from '@/lib/web/define-download'

export const GET = defineDownload({
  access: { anyOf: PAYMENT_READERS },
  run: async (query, { principal, ctx }) => {
    const { filters, faults } = readPaymentsQuery((name) => query.get(name))
    // An invalid filter must not widen the export.
    if (faults.length > 0) return refuse('validation_failed')
    return { ok: true, file: await exportPayments(principal, filters, ctx, isStillAuthorized) }
  },
})
