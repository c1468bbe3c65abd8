import { findGrants } from '@/lib/access/grants.store'
import { findKeyGrants } from '@/lib/access/key-grants.store'
import type { BatchRow } from '@/lib/messaging/notifications/notification.store'
import type { Db } from '@/lib/platform/db/database'

const PERMISSION = 'notifications:send'

/**
 * Why a batch may not be sent now: the code of the reason, or null. Checked before each step,
 * because the sender or the API key may lose the permission, and the key may end, while the batch
 * waits or runs.
 */
export async function findBlocker(
  db: Db,
  { createdById, apiKeyId }: Pick<BatchRow, 'createdById' | 'apiKeyId'>,
  now: Date,
): Promise<string | null> {
  const grants = createdById === null ? null : await findGrants(db, createdById)
  if (grants?.status !== 'active') return 'actor_not_active'
  if (!grants.permissions.has(PERMISSION)) return 'permission_lost'
  if (apiKeyId === null) return null
  const limitedTo = await findKeyGrants(db, apiKeyId, now)
  if (!limitedTo) return 'api_key_ended'
  return limitedTo.has(PERMISSION) ? null : 'permission_lost'
}
