import { LRUCache } from 'lru-cache'
import { processSingleton } from '@/lib/config/process-singleton'
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

/** A payment that is looked at often is not asked about more often than this. */
const ASK_ONCE_IN_MS = 1000

/** One page of payments, newest first: one's own, with `payments:list` everybody's. */
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
 * A payment and its history; `not_found` also for one of somebody else, without `payments:list`.
 * Whoever looks at an unsettled one has often just returned from confirming it: the provider is
 * asked then, as its webhook may be late.
 */
export async function getPayment(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ payment: PresentedPayment; row: PaymentWithHistory }>> {
  let row = await findVisiblePayment(principal, id)
  if (!row) return refuse('not_found')
  if (isDue(row)) {
    await checkPayment(id, { by: 'check', actorId: null, ctx })
    row = (await findVisiblePayment(principal, id)) ?? row
  }
  return { ok: true, payment: presentPayment(row), row }
}

const asked = () =>
  processSingleton(
    'payment-questions',
    () => new LRUCache<string, true>({ max: 10_000, ttl: ASK_ONCE_IN_MS }),
  )

/** Not while its first request may still be under way. */
function isDue({ id, status, provider, providerReference }: PaymentRow): boolean {
  if (!isUnsettled(status) || providerReference === null) return false
  if (provider === 'simulator') return true
  if (asked().has(id)) return false
  asked().set(id, true)
  return true
}

/**
 * The e-mail addresses of those who made payments, by id: for pages that show payments of several
 * people.
 */
export function nameOwners(payments: readonly { user_id: string }[]): Promise<Map<string, string>> {
  return findOwnerEmails(
    db(),
    payments.map(({ user_id }) => user_id),
  )
}

/**
 * Whose payments somebody may see: their own (their id), or with `payments:list` everybody's
 * (null).
 */
export function visibleOwner(principal: Pick<Principal, 'userId' | 'permissions'>): string | null {
  return can(principal, 'payments:list') ? null : principal.userId
}

/** The payment of that id; null when there is none, or it is somebody else's. */
export async function findVisiblePayment(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  id: string,
): Promise<PaymentWithHistory | null> {
  const payment = isId(id) ? await findPayment(db(), id) : null
  const owner = visibleOwner(principal)
  return payment && (owner === null || payment.ownerId === owner) ? payment : null
}
