import { z } from 'zod'
import { auditFilterQuery, type AuditFilters } from '@/lib/audit/audit.schemas'
import { contactListFields, type ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import { type PaymentFilters, paymentListFields } from '@/lib/payments/payments.schemas'
import { pageAddress } from '@/lib/web/page-address'

/** The filters of the audit page, by field name, which is also the query parameter. */
export const auditFilterNames = ['actor', 'action', 'target', 'ip', 'import', 'from', 'to'] as const

export type AuditFilterName = (typeof auditFilterNames)[number]

export interface AuditQuery {
  filters: AuditFilters
  /** The input of each field. Every link on the page is built from it. */
  typed: Partial<Record<AuditFilterName, string>>
  /** The fields with invalid input. */
  faults: AuditFilterName[]
}

/** A datetime-local value, without a time zone. Read as UTC. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Reads the filters of the audit page from its address; `get` returns one parameter. */
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

/** The address of the audit page, or of its export, with these filters and other parameters. */
export function auditAddress(
  typed: AuditQuery['typed'],
  extra: Record<string, string | null> = {},
  path = '/dashboard/audit',
): string {
  return pageAddress(path, { ...typed, ...extra })
}

const PATH = '/dashboard/contacts'

/** The status filter of the contact messages; null for all, or if the status does not exist. */
export function readContactStatus(get: (name: string) => string | null): ContactStatus | null {
  const parsed = contactListFields.status.safeParse(get('status') ?? undefined)
  return (parsed.success && parsed.data) || null
}

/**
 * The address of the contact messages with that status and other parameters: the cursor, the open
 * message.
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
  /** The input of each field. Every link on the page is built from it. */
  typed: Partial<Record<PaymentFilterName, string>>
  /** The fields with invalid input. */
  faults: PaymentFilterName[]
}

/** Reads the filters of the payment list from its address; `get` returns one parameter. */
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

/** The address of the payment list, or of its export, with these filters and other parameters. */
export function paymentsAddress(
  typed: PaymentsQuery['typed'],
  extra: Record<string, string | null> = {},
  path = PAYMENTS,
): string {
  return pageAddress(path, { ...typed, ...extra })
}
