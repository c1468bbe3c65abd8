import { findPayment, type PaymentWithHistory } from '@/lib/payments/payment.store'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'

/** Whose payments somebody may see: their own (their id), or with `payments:list` everybody's (null). */
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
