import { listIdentitiesOf, type LinkedIdentity } from '@/lib/external/identity.store'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { readWaysIn, type WaysInRow } from '@/lib/users-admin/user-view.store'

export type WaysIn = WaysInRow & { identities: LinkedIdentity[] }

/** How somebody signs in: password, connected providers, second factor; needs `users:read`. Says that they are there, not what they are. */
export async function getWaysIn(actor: Principal, userId: string): Promise<Outcome<{ waysIn: WaysIn }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  if (!isId(userId)) return refuse('not_found')
  const [row, identities] = await Promise.all([readWaysIn(db(), userId), listIdentitiesOf(db(), userId)])
  return row ? { ok: true, waysIn: { ...row, identities } } : refuse('not_found')
}
