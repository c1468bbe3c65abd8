import { paymentListFields } from '@/lib/payments/payments.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters, type ReadFilters } from '@/lib/web/read-filters'

export type PaymentFilterName = keyof typeof paymentListFields

export type PaymentsQuery = ReadFilters<typeof paymentListFields>

/** Reads the filters of the payment list from its address; `get` returns one parameter. */
export function readPaymentsQuery(get: (name: string) => string | null): PaymentsQuery {
  return readFilters(paymentListFields, get)
}

/** The address of the payment list, or of its export, with these filters and other parameters. */
export function paymentsAddress(
  typed: PaymentsQuery['typed'],
  extra: Record<string, string | null> = {},
  page: '/dashboard/payments' | '/dashboard/payments/export' = '/dashboard/payments',
): string {
  return pageAddress(page, { ...typed, ...extra })
}
