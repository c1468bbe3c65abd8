import { z } from 'zod'
import { auditFilterQuery, type AuditFilters } from '@/lib/audit/audit.schemas'
import { contactListFields, type ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import { type PaymentFilters, paymentListFields } from '@/lib/payments/payments.schemas'
import { pageAddress } from '@/lib/web/page-address'

/**
 * The filters of the audit page by the names of their fields, which are also those of the address.
 */
export const auditFilterNames = ['actor', 'action', 'target', 'ip', 'import', 'from', 'to'] as const

export type AuditFilterName = (typeof auditFilterNames)[number]

export interface AuditQuery {
  filters: AuditFilters
  /** What was typed, field by field; the address of every link on the page is made of it. */
  typed: Partial<Record<AuditFilterName, string>>
  /** The fields that cannot be searched for. */
  faults: AuditFilterName[]
}

/** A time as a browser's own field writes it, without a zone: it is taken as UTC. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Reads the filters of the audit page from its address; `get` gives one parameter. */
export function readAuditQuery(get: (name: string) => string | null): AuditQuery {
  const query: AuditQuery = { filters: {}, typed: {}, faults: [] }
  for (const name of auditFilterNames) {
    const typed = get(name)?.trim()
    if (!typed) continue
    query.typed[name] = typed
    const value = WITHOUT_ZONE.test(typed) ? `${typed.padEnd(19, ':00')}Z` : typed
    const parsed = auditFilterQuery.shape[name].safeParse(value)
    if (parsed.success) Object.assign(query.filters, { [name]: parsed.data })
    else query.faults.push(name)
  }
  return query
}

/** The address of the audit page, or of its export, with these filters and what else it says. */
export function auditAddress(
  typed: AuditQuery['typed'],
  extra: Record<string, string | null> = {},
  path = '/dashboard/audit',
): string {
  return pageAddress(path, { ...typed, ...extra })
}

const PATH = '/dashboard/contacts'

/**
 * The status that the address of the contact messages asks for; null for all, also where it asks
 * for what there is not.
 */
export function readContactStatus(get: (name: string) => string | null): ContactStatus | null {
  const parsed = contactListFields.status.safeParse(get('status') ?? undefined)
  return (parsed.success && parsed.data) || null
}

/**
 * The address of the contact messages of that status, and what else it says: where the list goes
 * on, the message that is open.
 */
export function contactsAddress(
  status: ContactStatus | null,
  extra: { cursor?: string | null; message?: string } = {},
): string {
  return pageAddress(PATH, { status, ...extra })
}

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
const PAYMENT_DATE_WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Reads the filters of the list of payments from its address; `get` gives one parameter. */
export function readPaymentsQuery(get: (name: string) => string | null): PaymentsQuery {
  const query: PaymentsQuery = { filters: {}, typed: {}, faults: [] }
  for (const name of names) {
    const typed = get(name)?.trim()
    if (!typed) continue
    query.typed[name] = typed
    const value = PAYMENT_DATE_WITHOUT_ZONE.test(typed) ? `${typed.padEnd(19, ':00')}Z` : typed
    const parsed = fields.shape[name].safeParse(value)
    if (parsed.success) Object.assign(query.filters, { [name]: parsed.data })
    else query.faults.push(name)
  }
  return query
}

/**
 * The address of the list of payments, or of its export, with these filters and what else it says.
 */
export function paymentsAddress(
  typed: PaymentsQuery['typed'],
  extra: Record<string, string | null> = {},
  path = PAYMENTS,
): string {
  return pageAddress(path, { ...typed, ...extra })
}
