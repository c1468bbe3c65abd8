import { findGrants, holdsSystemRole } from '@/lib/access/grants.store'
import type { Db } from '@/lib/platform/db/database'

/**
 * Whether addresses that a file calls verified count as proven: only if both the user who uploaded
 * it and the user who imports it are administrators. Otherwise anyone who may import could plant an
 * account, with a password they know, for someone who gets more permissions later. They could also
 * have an administrator run their dry run, who can't see its rows.
 */
export async function isVouchedFor(
  db: Db,
  { actorId, uploadedById }: { actorId: string; uploadedById: string | null },
): Promise<boolean> {
  return (
    (await isAdministrator(db, actorId)) &&
    (uploadedById === null || (await isAdministrator(db, uploadedById)))
  )
}

async function isAdministrator(db: Db, userId: string): Promise<boolean> {
  const isActive = (await findGrants(db, userId))?.status === 'active'
  return isActive && (await holdsSystemRole(db, userId, 'admin'))
}
