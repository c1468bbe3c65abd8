import { LRUCache } from 'lru-cache'
import { hideOnRecord } from '@/lib/access/check-permission'
import { processSingleton } from '@/lib/config/process-singleton'
import { AMOUNT_MISMATCH } from '@/lib/payments/capture-mismatch'
import { isUnsettled } from '@/lib/payments/payment-states'
import {
  findOwnerEmails,
  findPayment,
  listPaymentRows,
  type PaymentRow,
  type PaymentWithHistory,
} from '@/lib/payments/payment.store'
import type { PaymentFilters } from '@/lib/payments/payments.schemas'
import {
  type ListedPayment,
  type PresentedPayment,
  presentListedPayment,
  presentPayment,
} from '@/lib/payments/present-payment'
import { checkPayment } from '@/lib/payments/settle-payment'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'

/** Repeated views of a payment ask the provider at most this often. */
const RECHECK_INTERVAL_MS = 1000

/** One page of payments, newest first: the user's own, or all payments with `payments:list`. */
export async function listPayments(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  { limit, cursor, ...filters }: PageRequest & PaymentFilters,
): Promise<Outcome<{ payments: ListedPayment[]; nextCursor: string | null }>> {
  const ownerId = visibleOwner(principal)
  const listed = await listPageById('payments', { limit, cursor }, (by) =>
    listPaymentRows(db(), { ownerId, filters, ...by }),
  )
  if (!listed.ok) return listed
  return {
    ok: true,
    payments: listed.rows.map(presentListedPayment),
    nextCursor: listed.nextCursor,
  }
}

/**
 * A payment and its history. Refuses `not_found` also for another user's payment without
 * `payments:list`. Someone who views an unsettled payment has often just returned from confirming
 * it, and the webhook may be late, so the provider is asked right away.
 */
export async function getPayment(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ payment: PresentedPayment; row: PaymentWithHistory }>> {
  const found = await findVisiblePayment(principal, id, ctx)
  if (!found.ok) return found
  let row = found.payment
  if (isDue(row)) {
    await checkPayment(id, { by: 'check', actorId: null, ctx })
    row = (await findPayment(db(), id)) ?? row
  }
  return { ok: true, payment: presentPayment(row), row }
}

const asked = () =>
  processSingleton(
    'payment-questions',
    () => new LRUCache<string, true>({ max: 10_000, ttl: RECHECK_INTERVAL_MS }),
  )

/**
 * False while the first request may still be in progress, and for a wrong amount, which only the
 * operator can settle.
 */
function isDue({ id, status, provider, providerReference, failureCode }: PaymentRow): boolean {
  if (!isUnsettled(status) || providerReference === null) return false
  if (failureCode === AMOUNT_MISMATCH) return false
  if (provider === 'simulator') return true
  if (asked().has(id)) return false
  asked().set(id, true)
  return true
}

/**
 * The email addresses of the payments' owners by user id, for pages that list payments of several
 * users.
 */
export function nameOwners(payments: readonly { user_id: string }[]): Promise<Map<string, string>> {
  return findOwnerEmails(
    db(),
    payments.map(({ user_id }) => user_id),
  )
}

/**
 * Whose payments the principal may see: their own (their id), or everyone's with `payments:list`
 * (null).
 */
export function visibleOwner(principal: Pick<Principal, 'userId' | 'permissions'>): string | null {
  return can(principal, 'payments:list') ? null : principal.userId
}

/**
 * The payment with that id. Refuses `not_found` if it doesn't exist or belongs to another user;
 * audits the latter.
 */
export async function findVisiblePayment(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ payment: PaymentWithHistory }>> {
  const payment = isId(id) ? await findPayment(db(), id) : null
  if (!payment) return refuse('not_found')
  const owner = visibleOwner(principal)
  if (owner !== null && payment.ownerId !== owner)
    return hideOnRecord(principal, 'payments:list', ctx)
  return { ok: true, payment }
}
