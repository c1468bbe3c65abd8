import { type PaymentFilters, paymentListFields } from '@/lib/payments/payments.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters, type ReadFilters } from '@/lib/web/read-filters'

export const PAYMENTS = '/dashboard/payments'

const names = ['status', 'currency', 'from', 'to'] as const

export type PaymentFilterName = (typeof names)[number]

export type PaymentsQuery = ReadFilters<PaymentFilterName, PaymentFilters>

/** Reads the filters of the payment list from its address; `get` returns one parameter. */
export function readPaymentsQuery(get: (name: string) => string | null): PaymentsQuery {
  return readFilters(names, paymentListFields, get)
}

/** The address of the payment list, or of its export, with these filters and other parameters. */
export function paymentsAddress(
  typed: PaymentsQuery['typed'],
  extra: Record<string, string | null> = {},
  path = PAYMENTS,
): string {
  return pageAddress(path, { ...typed, ...extra })
}
