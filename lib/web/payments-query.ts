import { z } from 'zod'
import { paymentListFields, type PaymentFilters } from '@/lib/payments/payments.schemas'
import { pageAddress } from '@/lib/web/page-address'

export const PAYMENTS = '/dashboard/payments'

const fields = z.object(paymentListFields)
const names = ['status', 'currency', 'from', 'to'] as const

export type PaymentFilterName = (typeof names)[number]

export interface PaymentsQuery {
  filters: PaymentFilters
  /** What was typed, field by field; the address of every link on the page is made of it. */
  typed: Partial<Record<PaymentFilterName, string>>
  /** The fields that cannot be searched for. */
  faults: PaymentFilterName[]
}

/** A time as a browser's own field writes it, without a zone: it is taken as UTC. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Reads the filters of the list of payments from its address; `get` gives one parameter. */
export function readPaymentsQuery(get: (name: string) => string | null): PaymentsQuery {
  const query: PaymentsQuery = { filters: {}, typed: {}, faults: [] }
  for (const name of names) {
    const typed = get(name)?.trim()
    if (!typed) continue
    query.typed[name] = typed
    const value = WITHOUT_ZONE.test(typed) ? `${typed.padEnd(19, ':00')}Z` : typed
    const parsed = fields.shape[name].safeParse(value)
    if (parsed.success) Object.assign(query.filters, { [name]: parsed.data })
    else query.faults.push(name)
  }
  return query
}

/** The address of the list of payments, or of its export, with these filters and what else it says. */
export function paymentsAddress(
  typed: PaymentsQuery['typed'],
  extra: Record<string, string | null> = {},
  path = PAYMENTS,
): string {
  return pageAddress(path, { ...typed, ...extra })
}
